import { cutText } from '#analysis/cut-text.ts'
import { usualLimits, type Limits } from '#analysis/flow/budget.ts'
import { Engine } from '#analysis/flow/engine.ts'
import { byKind, callKinds, type Event, type EventKind } from '#analysis/flow/events.ts'
import { importsOf } from '#analysis/flow/imports.ts'
import { runFunction } from '#analysis/flow/statements.ts'
import { createReach } from '#analysis/flow/call-graph.ts'
import { hasCodeWords } from '#analysis/flow/decode.ts'
import { originsWithin, type SourceFile } from '#analysis/flow/heap.ts'
import { endOf, has, nothing, origin, textOf, textsOf } from '#analysis/flow/value.ts'
import { antiCheat, codeFile, identifier } from '#analysis/knowledge/names.ts'
import type { Problem } from '#analysis/ir/ir.ts'
import { lineOf } from '#analysis/lines.ts'
import { lowerSource, type Source } from '#analysis/lower.ts'
import { readDataUrl } from '#analysis/syntax/html-scripts.ts'
import { scriptsOf } from '#analysis/report/page-scripts.ts'
import { mostSpecific } from '#analysis/report/most-specific.ts'
import { codeRules } from '#analysis/rules/all.ts'
import { hostSentTo, httpCall, isForeignCall, isPageCode } from '#analysis/rules/hosts.ts'
import { markupOf } from '#analysis/rules/markup.ts'
import { listOf, severities, type Found, type Rule } from '#analysis/rules/rule.ts'

export type CodeFile = Source & {
  /** A block of data of a page, which may be code as well. */
  isData?: boolean
}

export type FileResult = {
  findings: Found[]
  events: readonly Event[]
  /** Where and why it was not read to its end: perhaps a file that it uses was not, which has the finding. */
  problem: (Problem & { isOfOther?: boolean }) | undefined
  /** The paths of the files that it requires, perhaps without an ending. */
  imports: readonly string[]
}

/** What rules see of a program. */
export type Program = ReturnType<typeof createProgram>

const nestedMax = 20
const nestedLevels = 3
const findingsMax = 500

/** What files do that run together. Never throws and ends within its limits, whatever the texts. */
export function analyseProgram(
  files: readonly CodeFile[],
  {
    limits = usualLimits,
    checkpoint = () => undefined,
    markup = '',
  }: { limits?: Limits; checkpoint?: () => void; markup?: string } = {},
): FileResult[] {
  const engine = new Engine(runFunction, limits, checkpoint)
  const lowered = files.map((file) => lowerSource(file, undefined))
  for (const { source } of lowered) if (source) engine.add(source)
  engine.run()
  const seen = new Set<string>()
  for (let level = 1; level <= nestedLevels && addNested(engine, seen); level++) engine.run()
  const program = createProgram(engine, markup)
  return lowered.map(({ source, problem }) =>
    source
      ? {
          events: program.events(source),
          imports: importsOf(engine, source, (kind) => program.of(source, kind)),
          findings: findingsOf(source, program),
          problem: tooComplex(source, engine.incompleteFor(source)),
        }
      : { findings: [], events: [], imports: [], problem },
  )
}

function tooComplex(source: SourceFile, complex: SourceFile | undefined): FileResult['problem'] {
  const isOfOther = complex !== source
  const message = isOfOther ? `It uses ${complex?.path}, which is too complex.` : 'It is too complex.'
  return complex && { kind: 'not-fully-read', start: 0, line: 1, message, isOfOther }
}

/** Constant text that is run as code is part of the program. */
function addNested(engine: Engine, seen: Set<string>): boolean {
  let isAdded = false
  for (const event of engine.events) {
    const { kind, named, place, file } = event
    if (!nestedKinds.has(kind)) continue
    const markup = markupOf(event)
    const texts = [
      ...[named.code, named.text].flatMap((value) => (value ? textsOf(value) : [])),
      ...(kind === 'writes-file' ? codeIn(named) : []),
      ...(markup
        ? textsOf(markup).flatMap((one) => scriptsOf(one).scripts.map((script) => script.text.trim()))
        : []),
    ]
    for (const value of texts) {
      const text = readDataUrl(value)?.text ?? value
      if (text.length < 8 || seen.has(text) || seen.size >= nestedMax) continue
      seen.add(text)
      const { source } = lowerSource({ ...file, text, isLoaded: true }, place)
      if (!source) continue
      engine.add(source)
      isAdded = true
    }
  }
  return isAdded
}
const nestedKinds: ReadonlySet<EventKind> = new Set<EventKind>([
  'runs-code',
  'constructs-function',
  'loads-script',
  'writes-file',
  'adds-markup',
  'sets-property',
  'sets-attribute',
])

/** Constant code that is written into a file, or begins what is written. */
function codeIn({ path = nothing, content = nothing }: Event['named']): string[] {
  const end = endOf(path)
  if (/\.\w{1,5}$/.test(end) && !codeFile.test(end)) return []
  const text = textOf(content) ?? content.prefix
  return text !== undefined && hasCodeWords(text) ? [text] : []
}

function createProgram(engine: Engine, markup: string) {
  const ofAll = byKind(engine.events)
  const byFile = Map.groupBy(engine.events, ({ file }) => file)
  const events = (file: SourceFile): readonly Event[] => byFile.get(file) ?? []
  const kindsOf = remember((file) => byKind(events(file)))
  const of = (file: SourceFile, kind: EventKind): readonly Event[] => kindsOf(file)(kind)
  const urls = new Set<string>()
  for (const { values } of ofAll('http'))
    for (const value of values)
      for (const text of [...textsOf(value), value.prefix ?? '']) {
        const [found] = /https?:\/\/[^\s'"`<>]+/i.exec(text) ?? []
        if (found !== undefined && urls.size < 20) urls.add(found)
      }
  const reach = createReach(ofAll)
  const calls = remember((file) => new Set(of(file, 'http').filter(isForeignCall)))
  const lineOfLiteral = (file: SourceFile, test: (text: string) => boolean): number | undefined => {
    const event = of(file, 'literal').find(({ values }) => values[0] && test(textOf(values[0]) ?? ''))
    return event && lineOf(event.place.file.text, event.place.start)
  }
  return {
    urls: [...urls],
    asksPassword: /\stype\s{0,9}=\s{0,9}["']?password\b/i.test(markup),
    hasFrame: markup.includes('<iframe'),
    events,
    of,
    /** The function that is the file. */
    main: (file: SourceFile) => engine.mainOf(file),
    has: (kind: EventKind) => ofAll(kind).length > 0,
    /** The line of a literal of the file that is the identifier of a player, or the name of an anti-cheat. */
    identifierLine: remember((file) =>
      lineOfLiteral(file, (text) => text.length < 100 && identifier.test(text)),
    ),
    antiCheatLine: remember((file) =>
      lineOfLiteral(file, (text) => text.length < 60 && text !== file.resource && antiCheat.test(text)),
    ),
    escapesAt: ({ place: { file, start, end } }: Event) =>
      file.text
        .slice(start, Math.min(end, start + 40_000))
        .match(/\\(x[\da-f]{2}|u\{?[\da-f]{2,6}|\d{1,3})/gi)?.length ?? 0,
    isForeign: (event: Event) => calls(event.file).has(event),
    callsOut: (file: SourceFile) => calls(file).size > 0,
    sendsSecret: remember((file) =>
      [...of(file, 'http'), ...of(file, 'sends-more')].some(
        (event) =>
          (event.kind === 'sends-more'
            ? !event.object?.refs?.includes('#socket')
            : httpCall.test(event.name)) &&
          event.values.some((value) => (originsWithin(value) & origin.secret) !== 0),
      ),
    ),
    hostOf: remember((file) =>
      [...calls(file)].flatMap(({ values }) => values.map(hostSentTo)).find((host) => host !== undefined),
    ),
    /** What makes the event happen. Those that reach it without a check are open. */
    triggers: (event: Event) => reach.handlersOf(event, false),
    /** It has events of players whose names are not known, or those of the platform. */
    isOfPlayers: reach.isOfPlayers,
    openTriggers: (event: Event) =>
      isPageCode(event) && event.file.side === 'page' ? [] : reach.handlersOf(event, true),
    /** The names of events of the server that lead to it. */
    serverEvents: (event: Event) => reach.localHandlersOf(event).map(({ name }) => name),
    isLocal: reach.isFromServer,
    isRestricted: (event: Event) =>
      reach.handlersOf(event, false).some(({ trigger }) => trigger === 'restricted'),
  }
}

/** A fact about a file that many events ask for. */
function remember<T>(find: (file: SourceFile) => T): (file: SourceFile) => T {
  const known = new Map<SourceFile, T>()
  return (file) => known.getOrInsertComputed(file, find)
}

const acts: ReadonlySet<EventKind> = new Set([...callKinds, 'sets-property'])

/** What loads code or opens a file is one act, though it has two events. Markup may do several things at once. */
const sameAct: Partial<Record<EventKind, EventKind>> = {
  requires: 'loads-script',
  'reads-file': 'writes-file',
}
function actOf({ kind, place: { start, end } }: Event): string | undefined {
  if (!acts.has(kind) || kind === 'adds-markup') return undefined
  return `${sameAct[kind] ?? kind} ${start} ${end}`
}

function findingsOf(file: SourceFile, program: Program): Found[] {
  const findings: Found[] = []
  const add = (rule: Rule, event: Event): void => {
    if (findings.length >= findingsMax) return
    const result = rule.test?.(event, program)
    if (!result) return
    const isOfClient = rule.isLowerOnClient && (file.side === 'client' || file.side === 'page')
    const isGuess = [...event.values, ...Object.values(event.named)].some(
      (value) => value && has(value, origin.anything),
    )
    const steps = Number(isOfClient === true) + Number(isGuess)
    for (const finding of listOf(result)) {
      const severity = severities[Math.min(severities.indexOf(finding.severity) + steps, 2)] ?? 'low'
      const start = finding.start ?? (event.kind === 'file' ? -1 : event.place.start)
      const detail = finding.detail?.replaceAll('module:', '')
      findings.push({
        rule: rule.id,
        severity,
        start,
        line: start < 0 ? 1 : lineOf(event.place.file.text, start),
        detail: detail === undefined ? null : cutText(detail, 120),
        act: actOf(event),
      })
    }
  }
  const main = program.main(file)
  const place = { file, start: 0, end: 0 }
  const whole: Event[] = main
    ? [{ kind: 'file', file, place, fn: main, values: [], named: {}, name: '', isChecked: false }]
    : []
  for (const rule of codeRules)
    for (const kind of new Set(rule.on ?? []))
      for (const event of kind === 'file' ? whole : program.of(file, kind)) add(rule, event)
  return mostSpecific(findings)
}
