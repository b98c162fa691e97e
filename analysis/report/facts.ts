import { cutText, cutToEnd } from '#analysis/cut-text.ts'
import type { Event } from '#analysis/flow/events.ts'
import { originsOf, type SourceFile } from '#analysis/flow/heap.ts'
import { endOf, nothing, origin, startOf, textOf, textsOf } from '#analysis/flow/value.ts'
import { frameworkOf, type Framework } from '#analysis/knowledge/framework-names.ts'
import { secretFile, secretName } from '#analysis/knowledge/names.ts'
import { codeOf } from '#analysis/rules/code.ts'
import { hostsIn, isForeignCall, isPageCode, isResource, webhookUrl } from '#analysis/rules/hosts.ts'
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
    for (const [kind, value] of factsIn(event)) add(kind, event.place.start, value)
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

function* factsIn(event: Event): Generator<[kind: CapabilityKind, value?: string | undefined]> {
  const { kind, named, name, values, file } = event
  const path = named.path ?? nothing
  switch (kind) {
    case 'runs-code':
    case 'constructs-function':
    case 'loads-script':
    case 'sets-property': {
      const code = codeOf(event)
      if (!code) return
      const isDownload = (code.origins & origin.http) !== 0
      const isFile = (code.origins & origin.file) !== 0
      yield [
        'runs-code',
        textOf(code.value) !== undefined && !isDownload
          ? 'literal'
          : isDownload
            ? 'downloaded'
            : isFile
              ? 'a file of the resource'
              : 'computed',
      ]
      return
    }
    case 'runs-program':
      yield ['runs-programs', cutText(textOf(named.program ?? nothing) ?? '', 60) || undefined]
      return
    case 'requires':
      if (/^(node:)?child_process$/.test(textOf(named.name ?? nothing) ?? '')) yield ['runs-programs']
      return
    case 'runs-command':
      yield ['console', startOf(named.command ?? nothing).split(' ')[0] || undefined]
      return
    case 'http': {
      if (notRequests.test(name) || !isForeignCall(event)) return
      const hosts = values.flatMap(hostsIn).filter((host) => !isResource(host, event))
      for (const host of hosts.length > 0 ? hosts : ['URL computed']) yield ['calls-out', host]
      return
    }
    case 'answers-web':
      yield ['answers-web']
      return
    case 'writes-file':
    case 'removes-file':
      yield ['writes-files', kind === 'removes-file' ? undefined : cutToEnd(endOf(path), 60) || undefined]
      return
    case 'reads-file': {
      if (/[wa+]/.test(textOf(named.mode ?? nothing) ?? ''))
        yield ['writes-files', cutToEnd(endOf(path), 60) || undefined]
      yield ['reads-files', cutToEnd(endOf(path), 60) || undefined]
      if ([...textsOf(path), endOf(path)].some((text) => secretFile.test(text)))
        yield ['reads-secrets', cutText(endOf(path), 60)]
      return
    }
    case 'reads-setting': {
      const text = [...textsOf(named.name ?? nothing), endOf(named.name ?? nothing)].find((one) =>
        secretName.test(one),
      )
      if (text !== undefined && /^GetConvar(Bool)?$/.test(name)) yield ['reads-secrets', cutText(text, 60)]
      return
    }
    case 'reads-identity':
      yield ['reads-identities', name]
      return
    case 'database':
      yield [
        'database',
        /\b(?:from|into|update|table(?:\s+if\s+not\s+exists)?)\s+[`"[]?(\w{1,60})/i.exec(
          queryOf(event).text,
        )?.[1],
      ]
      return
    case 'literal':
      if (webhookUrl.test(textOf(values[0] ?? nothing) ?? '')) yield ['webhook']
      return
    case 'listens': {
      const text = textOf(values[0] ?? nothing)
      const isNet =
        event.isNet === true || (name === 'addEventListener' && values[2]?.constants?.includes(true) === true)
      if (isNet && text !== undefined && text !== '' && !isPageCode(event)) yield ['events', text]
      return
    }
    case 'command': {
      const text = textOf(values[0] ?? nothing)
      if (text !== undefined && text !== '') yield ['commands', text]
      return
    }
    case 'exports': {
      const text = textOf(named.name ?? nothing)
      if (text !== undefined && file.side !== 'page') yield ['exports', text]
      return
    }
    case 'uses':
      if (name !== '#computed') yield ['uses', name]
      return
    default:
      if (kind === 'character') void originsOf
  }
}
