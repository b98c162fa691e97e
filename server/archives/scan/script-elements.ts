import { isRemote } from '#contract/manifest/read-resource.ts'
import { checkCode, checkRemoteFrame, checkRemoteScript } from '#server/archives/rules/runs-code.rule.ts'

import { checkSent, ownPage } from '#server/archives/rules/reaches-out.rule.ts'

import type { Action } from './known-functions.ts'
import { maskMarkup, remoteSources } from './markup.ts'
import { lineAt, type Place, type Sight } from './sight.ts'
import {
  constantOf,
  from,
  join,
  lasting,
  nothing,
  refTo,
  textOf,
  unknown,
  withBits,
  type Value,
} from './values.ts'

const markupsMax = 100
const scriptElement = 'a script element'

/** A property or attribute of an element of a page is set. */
export function checkElement(element: Value, name: string, value: Value, place: Place, sight: Sight): void {
  const isScript = element.refs?.includes('#script') === true
  // An image is enough to send something.
  if (name === 'src' || name === 'href') checkSent([value], place, sight)
  if (isLocation(element, name)) checkFrame(value, place, sight)
  if (name === 'src') {
    if (isScript) checkSource(value, place, sight)
    else if (element.refs?.includes('#frame') || (sight.connections.hasFrame && !isMedia(value)))
      checkFrame(value, place, sight)
  } else if (name === 'innerHTML' || name === 'outerHTML' || name === 'srcdoc')
    checkMarkup(value, place, sight)
  // Libraries copy scripts whose text is not known.
  if (isScript && contents.has(name) && ((value.bits & lasting & ~from.unknown) !== 0 || value.text))
    checkCode(value, place, sight, scriptElement)
}

function isMedia({ text, tail = '' }: Value): boolean {
  return /\.(png|jpe?g|gif|webp|svg|ico|mp[34]|ogg|webm|wav)(\?|$)/i.test(text ?? tail)
}

function isLocation({ refs }: Value, name: string): boolean {
  const objects =
    name === 'href' ? ['location', 'document.location'] : name === 'location' ? ['_G', 'document'] : []
  return refs?.some((ref) => objects.includes(ref)) === true
}

const contents = new Set(['text', 'textContent', 'innerText', 'innerHTML'])

function checkSource(source: Value, place: Place, sight: Sight, runner = scriptElement): void {
  const start = constantOf(source) ?? source.head ?? ''
  if (source.refs?.includes('#blob')) checkCode(source, place, sight, runner)
  else if (isRemote(start)) checkRemoteScript(source, place, sight, runner)
  // 'js/' + name is a file of the page.
  else if (start === '' || /^(data|blob):/.test(start))
    checkCode(withBits(source, from.unknown), place, sight, runner)
}

function checkFrame(source: Value, place: Place, sight: Sight): void {
  const start = constantOf(source) ?? source.head ?? ''
  if (isRemote(start)) checkRemoteFrame(start, place, sight)
}

/** Markup that the code adds to the page. */
function checkMarkup(value: Value, place: Place, sight: Sight): void {
  const { text = value.tail, head = '' } = value
  if (value.text === undefined && /<script\b[^>]*>\s*$/i.test(head))
    checkCode(value, place, sight, scriptElement)
  if (text === undefined) return
  if (sight.markup.size >= markupsMax || sight.markup.has(text)) return
  sight.markup.add(text)
  checkPage(text, sight, place)
  const code = maskMarkup(text).text.trim()
  if (!/\w/.test(code)) return
  if ((value.bits & from.hidden) !== 0) sight.report('hidden-text', 'high', place, scriptElement)
  sight.runs(code, place)
}

/** Scripts and frames of other hosts in the text of a page. */
export function checkPage(text: string, sight: Sight, place?: Place): void {
  for (const { kind, url, at } of remoteSources(text)) {
    const found = place ?? { at, line: lineAt(text, at) }
    if (kind === 'script') checkRemoteScript({ bits: 0, text: url }, found, sight, scriptElement)
    else checkRemoteFrame(url, found, sight)
  }
}

const elements = new Map([
  ['script', '#script'],
  ['iframe', '#frame'],
])

const creates: Action = ({ args }) => {
  const ref = elements.get(constantOf(args.at(-1) ?? nothing)?.toLowerCase() ?? '')
  return ref === undefined ? unknown : refTo(ref)
}

/** Functions that add elements to a page. */
export const scriptElements: [action: Action, names: string][] = [
  [creates, 'document.createElement document.createElementNS'],
  [() => textOf(ownPage), 'GetParentResourceName'],
  [
    ({ args, call, sight, ref }) => {
      checkFrame((ref === 'CreateDui' ? args[0] : args[1]) ?? nothing, call, sight)
      return unknown
    },
    'CreateDui SetDuiUrl',
  ],
  [
    ({ args, call, sight }) => {
      const [target = nothing, ...others] = args
      for (const source of others)
        for (const [name, value] of source.table?.fields ?? []) checkElement(target, name, value, call, sight)
      return args.reduce(join, nothing)
    },
    'Object.assign',
  ],
  [
    ({ args, call, sight }) => {
      for (const value of args) checkMarkup(value, call, sight)
      return unknown
    },
    'document.write document.writeln',
  ],
  [
    ({ args, call, sight }) => {
      checkFrame(args[0] ?? nothing, call, sight)
      return unknown
    },
    'location.replace location.assign document.location.replace document.location.assign',
  ],
  [
    ({ args, call, sight, ref }) => {
      checkSource(args[0] ?? nothing, call, sight, ref)
      return unknown
    },
    '$.getScript jQuery.getScript',
  ],
]

const jQueryMethods = new Set([
  'append',
  'prepend',
  'html',
  'createContextualFragment',
  'after',
  'before',
  'replaceWith',
])

/** A method of an element. */
export function checkElementMethod(
  element: Value,
  key: string,
  [first = nothing, second = nothing]: readonly Value[],
  place: Place,
  sight: Sight,
): void {
  if (key === 'insertAdjacentHTML') checkMarkup(second, place, sight)
  else if (jQueryMethods.has(key) && (first.text ?? first.head ?? '').includes('<'))
    checkMarkup(first, place, sight)
  else if (key === 'setAttribute' && first.text !== undefined)
    checkElement(element, first.text.toLowerCase(), second, place, sight)
}
