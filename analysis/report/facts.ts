import { cutText, cutToEnd } from '#analysis/cut-text.ts'
import type { Event, EventKind } from '#analysis/flow/events.ts'
import type { SourceFile } from '#analysis/flow/heap.ts'
import { endOf, nothing, origin, startOf, textOf, textsOf, type Value } from '#analysis/flow/value.ts'
import { frameworkOf, type Framework } from '#analysis/knowledge/framework-names.ts'
import { secretFile, secretName } from '#analysis/knowledge/names.ts'
import { codeOf } from '#analysis/rules/code.ts'
import { foreignHosts, isPageCode, webhookUrl } from '#analysis/rules/hosts.ts'
import { queryOf } from '#analysis/rules/queries.ts'
import { spellingOf } from '#analysis/rules/spelling.ts'
import type { CapabilityKind } from './capabilities.ts'

export type Fact = { kind: CapabilityKind; start: number; value: string | undefined }
export type CodeFacts = {
  facts: Fact[]
  frameworks: Framework[]
  /** Resources that the code asks for before it uses them. */
  optional: string[]
  convars: { name: string; fallback: string | null }[]
}

const factsMax = 2000
const namesMax = 100
const convarsMax = 50
/** Without those of the server itself. */
const convarName = /^(?!(?:sv_|onesync|txAdmin|gamename$|version$))[A-Za-z][\w:.-]{1,59}$/
const notRequests = /\.(createServer|interceptors\.\w+\.use)$/

/** What the code of a file can do. */
export function factsOf(events: readonly Event[], file: SourceFile | undefined): CodeFacts {
  const facts: Fact[] = []
  const known = new Set<string>()
  const frameworks = new Set<Framework>()
  const optional = new Set<string>()
  const convars = new Map<string, { name: string; fallback: string | null }>()
  const add = (kind: CapabilityKind, start: number, value?: string): void => {
    const key = `${kind} ${start} ${value ?? ''}`
    if (facts.length >= factsMax || known.has(key)) return
    known.add(key)
    facts.push({ kind, start, value })
  }
  if (file) {
    const { reason } = spellingOf(file)
    if (reason !== undefined) add('obfuscated', -1, reason)
  }
  for (const event of events) {
    for (const [kind, value] of describe[event.kind]?.(event) ?? []) add(kind, event.place.start, value)
    const name = frameworkName(event)
    const framework = name === undefined ? undefined : frameworkOf(name)
    if (framework) frameworks.add(framework)
    if (event.kind === 'asks-state' && event.detail !== 'waits' && optional.size < namesMax)
      for (const text of textsOf(event.named.resource ?? nothing)) optional.add(cutText(text, 100))
    if (
      event.kind === 'reads-setting' ||
      (event.kind === 'sets-setting' && event.name === 'SetConvarReplicated')
    ) {
      const text = textOf(event.named.name ?? nothing)
      const fallback = textOf(event.named.fallback ?? event.named.value ?? nothing)
      if (text !== undefined && convarName.test(text) && (convars.has(text) || convars.size < convarsMax))
        convars.set(text, {
          name: text,
          fallback: convars.get(text)?.fallback ?? (fallback === undefined ? null : firstLineOf(fallback)),
        })
    }
  }
  return { facts, frameworks: [...frameworks], optional: [...optional], convars: [...convars.values()] }
}

const firstLineOf = (text: string): string => cutText(text.split('\n', 1)[0] ?? '', 100)

function frameworkName({ kind, name, named, values }: Event): string | undefined {
  if (kind === 'uses') return name
  if (kind === 'sends-event') return textOf(named.name ?? nothing)
  return kind === 'literal' && textOf(values[0] ?? nothing) === 'vRP' ? 'vrp' : undefined
}

type Described = [kind: CapabilityKind, value?: string | undefined]

function runsCode(event: Event): Described[] {
  const code = codeOf(event)
  if (!code) return []
  const isDownload = (code.origins & origin.http) !== 0
  const isFile = (code.origins & origin.file) !== 0
  if (textOf(code.value) !== undefined && !isDownload) return [['runs-code', 'literal']]
  return [['runs-code', isDownload ? 'downloaded' : isFile ? 'a file of the resource' : 'computed']]
}

const pathOf = ({ named }: Event): Value => named.path ?? nothing
const endOfPath = (event: Event): string | undefined => cutToEnd(endOf(pathOf(event)), 60) || undefined
const firstText = ({ values }: Event): string | undefined => textOf(values[0] ?? nothing) || undefined
const tableName = /\b(?:from|into|update|table(?:\s+if\s+not\s+exists)?)\s+[`"[]?(\w{1,60})/i

/** What an event shows, by its kind. */
const describe: Partial<Record<EventKind, (event: Event) => Described[]>> = {
  'runs-code': runsCode,
  'constructs-function': runsCode,
  'loads-script': runsCode,
  'sets-property': runsCode,
  'runs-program': ({ named }) => [
    ['runs-programs', cutText(textOf(named.program ?? nothing) ?? '', 60) || undefined],
  ],
  requires: ({ named }) =>
    /^(node:)?child_process$/.test(textOf(named.name ?? nothing) ?? '') ? [['runs-programs']] : [],
  'runs-command': ({ named }) => [['console', startOf(named.command ?? nothing).split(' ')[0] || undefined]],
  http: (event) => {
    const hosts = notRequests.test(event.name) ? undefined : foreignHosts(event)
    return (hosts?.length === 0 ? ['URL computed'] : (hosts ?? [])).map((host) => ['calls-out', host])
  },
  'answers-web': () => [['answers-web']],
  'writes-file': (event) => [['writes-files', endOfPath(event)]],
  'removes-file': () => [['writes-files']],
  'reads-file': (event) => {
    const path = pathOf(event)
    const isWritten = /[wa+]/.test(textOf(event.named.mode ?? nothing) ?? '')
    const isSecret = [...textsOf(path), endOf(path)].some((text) => secretFile.test(text))
    return [
      ...(isWritten ? [['writes-files', endOfPath(event)] satisfies Described] : []),
      ['reads-files', endOfPath(event)],
      ...(isSecret ? [['reads-secrets', cutText(endOf(path), 60)] satisfies Described] : []),
    ]
  },
  'reads-setting': ({ name, named }) => {
    const texts = [...textsOf(named.name ?? nothing), endOf(named.name ?? nothing)]
    const text = texts.find((one) => secretName.test(one))
    return text !== undefined && /^GetConvar(Bool)?$/.test(name) ? [['reads-secrets', cutText(text, 60)]] : []
  },
  'reads-identity': ({ name }) => [['reads-identities', name]],
  database: (event) => [['database', tableName.exec(queryOf(event).text)?.[1]]],
  literal: (event) => (webhookUrl.test(firstText(event) ?? '') ? [['webhook']] : []),
  listens: (event) => {
    const { name, values, isNet = false } = event
    const text = firstText(event)
    const isOpen = isNet || (name === 'addEventListener' && values[2]?.constants?.includes(true))
    return isOpen && text !== undefined && !isPageCode(event) ? [['events', text]] : []
  },
  command: (event) => {
    const text = firstText(event)
    return text === undefined ? [] : [['commands', text]]
  },
  exports: ({ named, file }) => {
    const text = textOf(named.name ?? nothing)
    return text === undefined || file.side === 'page' ? [] : [['exports', text]]
  },
  uses: ({ name }) => (name === '#computed' ? [] : [['uses', name]]),
}
