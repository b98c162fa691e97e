import { isRemote } from '#contract/manifest/read-resource.ts'
import { rules } from '#contract/rules.ts'
import { dangerousNames } from '#server/archives/scan/decode.ts'
import type { Place, Severity, Sight } from '#server/archives/scan/sight.ts'
import { bitsOf, constantOf, from, outside, type Value } from '#server/archives/scan/values.ts'

import { hostsOf } from './reaches-out.rule.ts'

const sources: [bits: number, name: string][] = [
  [from.event, 'an event'],
  [from.command, 'a command'],
  [from.state, 'a state bag'],
  [from.web, 'a web request'],
  [from.stored, 'a stored value'],
  [from.otherResource, 'another resource'],
]

export function sourceOf(bits: number): string {
  return sources.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name])).join(', ')
}

/** A value that is run as code: the text, or a function that returns its parts. */
export function checkCode(value: Value, place: Place, sight: Sight, runner: string): void {
  const returned = (value.fns ?? []).reduce((bits, fn) => bits | fn.returns.bits, 0)
  const bits = bitsOf(value) | returned
  const text = constantOf(value)
  sight.fact('runs-code', place, describe(bits, text))
  if (text?.startsWith('\u001bLua')) sight.report('bytecode', 'high', place)
  if (text !== undefined) sight.runs(text, place)
  if ((bits & from.hidden) !== 0) sight.report('hidden-text', 'high', place, decodedText(text, runner))
  if ((bits & from.http) !== 0)
    sight.report('runs-downloaded-code', 'high', place, downloadedText(value, sight, runner))
  if ((bits & outside) !== 0)
    sight.report('runs-text-from-outside', 'high', place, `${sourceOf(bits)}, run by ${runner}`)
  if ((bits & from.decoded) !== 0) sight.report('decoder', 'high', place, `decoded text, run by ${runner}`)
  if ((bits & (from.http | outside | from.decoded)) !== 0) return
  if ((bits & from.otherFile) !== 0)
    sight.report('runs-computed-code', 'medium', place, 'a file whose name is not that of code')
  else if (text !== undefined && (bits & from.built) !== 0 && !/[a-z]{2}/i.test(text))
    sight.report('runs-computed-code', 'medium', place, `computed characters, run by ${runner}`)
  else if ((bits & from.file) === 0 && ((bits & from.unknown) !== 0 || (value.refs && !value.fns)))
    sight.report('runs-computed-code', severityOfComputed(value, sight), place, `run by ${runner}`)
}

const textMax = 80

function decodedText(text: string | undefined, runner: string): string {
  return text === undefined ? `run by ${runner}` : `${text.slice(0, textMax)}, run by ${runner}`
}

/** With the URL that the code is loaded from. Where the program calls several, it may be any of them. */
function downloadedText({ text, head }: Value, { connections: { urls } }: Sight, runner: string): string {
  const own = /^https?:\/\//i.test(text ?? head ?? '') ? (text ?? head) : undefined
  const [url, ...others] = own === undefined ? urls : [own]
  if (url === undefined) return `run by ${runner}`
  const more = others.length === 0 ? '' : ' or another URL'
  return `${url.slice(0, textMax)}${more}, run by ${runner}`
}

/** The rule is one step lower on the client. Lua that runs a computed text is rare there, and stays medium. */
function severityOfComputed({ head = '' }: Value, sight: Sight): Severity {
  if (head.length >= 3 && !sight.callsOut) return 'low'
  return sight.isLua && sight.side === 'client' ? 'high' : 'medium'
}

/** Hosts of libraries, fonts and players that many pages use: what they send is not the choice of the author. */
const libraryHosts =
  /^(ajax\.googleapis\.com|cdn\.jsdelivr\.net|cdnjs\.cloudflare\.com|code\.jquery\.com|unpkg\.com|(maxcdn|stackpath)\.bootstrapcdn\.com|cdn\.tailwindcss\.com|(kit|use)\.fontawesome\.com|www\.youtube(-nocookie)?\.com|w\.soundcloud\.com|open\.spotify\.com|player\.(vimeo|twitch)\.(com|tv))$/

/** A script that another host sends. */
export function checkRemoteScript(source: Value, place: Place, sight: Sight, runner: string): void {
  const host = hostOf(constantOf(source) ?? source.head ?? '')
  if (!libraryHosts.test(host)) checkCode({ bits: bitsOf(source) | from.http }, place, sight, runner)
  else {
    sight.fact('runs-code', place, 'downloaded')
    sight.report('runs-downloaded-code', 'medium', place, host)
  }
}

/** A page of another host within a page. */
export function checkRemoteFrame(url: string, place: Place, sight: Sight): void {
  const host = hostOf(url)
  sight.report('remote-page', libraryHosts.test(host) ? 'low' : 'medium', place, host)
}

function hostOf(url: string): string {
  return hostsOf(url.startsWith('//') ? `https:${url}` : url)[0] ?? ''
}

function describe(bits: number, text: string | undefined): string {
  if (text !== undefined) return 'literal'
  if ((bits & from.http) !== 0) return 'downloaded'
  return (bits & from.file) === 0 ? 'computed' : 'a file of the resource'
}

export function checkProgram(value: Value, place: Place, sight: Sight, runner: string): void {
  sight.fact('runs-programs', place, value.text?.slice(0, 60))
  sight.report('process', 'high', place, runner)
  const bits = bitsOf(value)
  if ((bits & (outside | from.http)) !== 0)
    sight.report(
      'runs-text-from-outside',
      'high',
      place,
      `${sourceOf(bits) || 'a download'}, run by ${runner}`,
    )
}

/** Commands of the server console. */
export function checkConsole(value: Value, place: Place, sight: Sight): void {
  sight.fact('console', place, (value.text ?? value.head)?.split(' ')[0])
  const bits = bitsOf(value)
  // Only the arguments come from outside.
  const isFixed = /^\s*\S+\s/.test(value.head ?? '') && (bits & (from.http | from.web)) === 0
  if ((bits & (outside | from.http)) !== 0)
    sight.report(
      'runs-text-from-outside',
      isFixed ? 'low' : 'medium',
      place,
      `${sourceOf(bits) || 'a download'}, as a command`,
    )
  if ((bits & from.decoded) !== 0) sight.report('decoder', 'high', place, 'decoded text, as a command')
}

/** A function that is taken from a list of all functions. */
export function checkGlobal(key: Value, place: Place, sight: Sight, list: string): void {
  const name = constantOf(key)
  if (name !== undefined) {
    // A search for the name finds a plain text.
    if (hiddenNames.has(name))
      sight.report(
        'global-by-text',
        (key.bits & (from.built | from.hidden)) === 0 ? 'medium' : 'high',
        place,
        name,
      )
    if ((key.bits & from.unknown) === 0) return
  }
  const bits = bitsOf(key)
  if ((bits & (outside | from.http)) !== 0)
    sight.report(
      'runs-text-from-outside',
      'high',
      place,
      `${sourceOf(bits) || 'a download'} chooses a function of ${list}`,
    )
  else if ((bits & from.decoded) !== 0) sight.report('global-by-text', 'high', place, 'a decoded name')
  else sight.report('global-by-text', 'medium', place, 'a computed name')
}

/** The resource whose function is called has a computed name. */
export function checkExport(resource: Value, place: Place, sight: Sight): void {
  sight.isInteresting = true
  if ((resource.bits & (from.event | from.http | from.web)) !== 0)
    sight.report('runs-text-from-outside', 'medium', place, 'the name of a resource whose function is called')
}

/** A member of anything else, whose name is made of parts. */
export function checkMember(key: Value, place: Place, sight: Sight): void {
  const name = constantOf(key)
  if (name === undefined || (key.bits & from.built) === 0) return
  if (dangerousNames.has(name) || hiddenMembers.has(name)) sight.report('global-by-text', 'high', place, name)
}

const hiddenMembers = new Set([
  'constructor',
  '_load',
  '_compile',
  'mainModule',
  'exec',
  'spawn',
  'fromCharCode',
  'sendBeacon',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
  'appendFileSync',
  'addMoney',
  'addAccountMoney',
  'addInventoryItem',
  'AddMoney',
  'AddItem',
  'setGroup',
  'AddPermission',
])

const hiddenNames = new Set(
  'load loadstring loadfile dofile PerformHttpRequest PerformHttpRequestAwait PerformHttpRequestInternal ExecuteCommand SaveResourceFile LoadResourceFile os io debug eval Function require process'.split(
    ' ',
  ),
)

export function checkModule(name: Value, place: Place, sight: Sight): void {
  const text = constantOf(name)?.replace(/^node:/, '')
  if (text === undefined || (name.bits & from.unknown) !== 0) {
    const bits = bitsOf(name)
    if ((bits & (from.event | from.web | from.http | from.decoded)) !== 0)
      sight.report('computed-module', 'high', place, sourceOf(bits) || 'a download or decoded name')
    else sight.report('computed-module', 'low', place)
  }
  if (text === undefined) return
  if (isRemote(text)) checkRemoteScript(name, place, sight, 'import')
  if ((name.bits & from.built) !== 0 && dangerousModules.has(text))
    sight.report('computed-module', 'high', place, text)
  if (text === 'child_process') checkProgram({ bits: 0 }, place, sight, text)
}

const dangerousModules = new Set([
  'child_process',
  'fs',
  'net',
  'vm',
  'worker_threads',
  'http',
  'https',
  'dgram',
  'module',
])

/** Rules that are one step lower for code that runs on the client or in a page only. */
export const lowerOnClient: ReadonlySet<string> = new Set(
  rules.filter((rule) => rule.isLowerOnClient).map(({ id }) => id),
)
