import type { capabilityKinds, Convar, Finding } from '#contract/analysis.ts'
import type { Side } from '#contract/manifest/find-sides.ts'
import type { Framework } from '#contract/manifest/framework-names.ts'
import { isFrameworkMark, findFrameworks } from '#contract/manifest/frameworks.ts'
import type { RuleId } from '#contract/rules.ts'
import { checkSpelling } from '#server/archives/rules/hides.rule.ts'
import { checkSecrets, checkSockets } from '#server/archives/rules/reaches-out.rule.ts'
import { checkIdentifier, checkProtection } from '#server/archives/rules/touches-server.rule.ts'
import { mostSpecific } from '#server/archives/rules/more-specific.ts'
import { lowerOnClient } from '#server/archives/rules/runs-code.rule.ts'
import { checkConnections } from '#server/archives/rules/trusts-others.rule.ts'

import { createBudget, objectsMax, reserveHalf, runWithin, type Budget } from './budget.ts'
import { createConnections } from './connections.ts'
import { evaluate, type Part } from './evaluate.ts'
import { createFingerprint } from './fingerprint.ts'
import type { Memory, Source } from './frames.ts'
import { exportsOf, findImport } from './imports.ts'
import { noHints, readGrammar, type Problem, type Script } from './js-grammar.ts'
import { maskMarkup } from './markup.ts'
import { checkPage } from './script-elements.ts'
import { createLoops, createOptional, createSpelling } from './observe-tokens.ts'
import { createSight, lineAt, type Place, type Severity, type Sight } from './sight.ts'
import { unpack } from './unpack.ts'
import type { Value } from './values.ts'

const nestedMax = 20
const nestedLevels = 3

export interface CodeFile {
  text: string
  /** Needed where other files import it. */
  path?: string
  isLua: boolean
  /** The game or a page loads it, as far as a manifest says. */
  isLoaded?: boolean
  /** The text of a page, of which only the scripts are code. */
  isMarkup?: boolean
  side: Side
  /** The name of its resource; empty if there is none. */
  resource: string
  /** What is left of it, if it is scanned as a part of several programs. */
  budget?: Budget
}

export interface CodeFinding {
  rule: RuleId
  severity: Finding['severity']
  place: Place
  detail: string | null
}

export interface Fact {
  kind: (typeof capabilityKinds)[number]
  place: Place
  value: string | undefined
}

export interface CodeScan {
  findings: CodeFinding[]
  facts: Fact[]
  frameworks: Framework[]
  /** Resources that the code asks for before it uses them. */
  optional: string[]
  convars: Omit<Convar, 'isReplicated'>[]
  isWhole: boolean
  /** Of the tokens; undefined for a short file, and for one that was not read to its end. */
  fingerprint: string | undefined
  /** How many steps it took. */
  steps: number
}

const factsMax = 2000
const findingsMax = 500
const convarsMax = 50

/** Without those of the server itself. */
const convarName = /^(?!(?:sv_|onesync|txAdmin|gamename$|version$))[A-Za-z][\w:.-]{1,59}$/

/** What the code of one file does. Never throws and ends within its steps, whatever the text. */
export function scanCode(file: CodeFile): CodeScan {
  const connections = createConnections()
  const scan = createFileScan(file, { base: 0, suffix: '' }, { connections, importFile: () => undefined })
  evaluate([scan.part], createMemory(scan.part.source))
  scan.part.isWhole &&= checkConnections(connections)
  return scan.finish(false)
}

const passwordField = /\stype\s{0,9}=\s{0,9}["']?password\b/i

/** What files do that share their global variables and import each other, in the order in which they run. */
export function scanProgram(files: readonly CodeFile[]): CodeScan[] {
  const connections = createConnections()
  for (const { isMarkup, text } of files) {
    connections.asksPassword ||= isMarkup === true && passwordField.test(text)
    connections.hasFrame ||= isMarkup === true && text.includes('<iframe')
  }
  let base = 0
  const imported = new Set<number>()
  const scans = files.map((file, index) => {
    const isOwn = file.isLua || moduleMark.test(file.text)
    const importFile = (name: string): Value | undefined => importFrom(file, name)
    const scan = createFileScan(file, { base, suffix: isOwn ? `@${index}` : '' }, { connections, importFile })
    base += file.text.length + 1
    return scan
  })
  const [first] = scans
  if (!first) return []
  const memory = createMemory(first.part.source)
  const parts = scans.map(({ part }) => part)
  const releases = files.length > 1 ? parts.map(({ source }) => reserveHalf(source.budget)) : []
  evaluate(parts, memory)
  for (const release of releases) release()
  if (!checkConnections(connections)) for (const part of parts) part.isWhole = false
  const isWhole = parts.every((part) => part.isWhole)
  const together = scans.map(({ finish }, index) => finish(imported.has(index)))
  if (isWhole || files.length === 1) return together
  // What the files do together was not read to the end. Each of them may be simpler alone.
  return files.map((file, index) => mergeScans(scanCode(file), together[index]))

  function importFrom(file: CodeFile, name: string): Value | undefined {
    const index = findImport(files, file, name)
    imported.add(index)
    const source = scans[index]?.part.source
    return source && exportsOf(source, memory)
  }
}

/** What a file does in two programs. */
export function mergeScans(first: CodeScan, second: CodeScan | undefined): CodeScan {
  if (!second) return first
  const findings = [...first.findings]
  for (const finding of second.findings) {
    const index = findings.findIndex(
      ({ rule, place }) => rule === finding.rule && place.line === finding.place.line,
    )
    const known = findings[index]
    if (!known) findings.push(finding)
    else if (isWorse(finding.severity, known.severity)) findings[index] = finding
  }
  const facts = second.facts.filter(
    ({ kind, place, value }) =>
      !first.facts.some(
        (fact) => fact.kind === kind && fact.place.line === place.line && fact.value === value,
      ),
  )
  return {
    ...first,
    findings: mostSpecific(findings),
    facts: [...first.facts, ...facts],
    isWhole: first.isWhole && second.isWhole,
    steps: first.steps + second.steps,
  }
}

/** Variables of other scripts are not those of a module. */
const moduleMark = /\b(?:module\.exports|exports\.\w+\s*=|require\s*\(|import\s|export\s)/

function createFileScan(
  file: CodeFile,
  { base, suffix }: Pick<Source, 'base' | 'suffix'>,
  program: Pick<Sight, 'connections' | 'importFile'>,
) {
  const findings = new Map<string, CodeFinding>()
  const facts: Fact[] = []
  const known = new Set<string>()
  const nested: { text: string; place: Place; level: number }[] = []
  const seen = new Set<string>()
  const frameworks = new Set<Framework>()
  const convars = new Map<string, CodeScan['convars'][number]>()
  let level = 0
  let outer: Place | undefined
  const { isLua, side, resource } = file
  const sight = createSight({ isLua, side, resource, report, fact, convar, runs, base, ...program })
  const budget = file.budget ?? createBudget()
  budget.objects = objectsMax
  const { steps } = budget
  let { text } = file
  let problem: Problem | undefined
  const hints = isLua || sourceFile.test(file.path ?? '') ? undefined : noHints()
  const isParsed = runWithin(budget, () => {
    parseScripts()
    return true
  })
  const spelling = createSpelling(text)
  const loops = createLoops((place) =>
    report('stops-server', 'medium', place, 'a loop that stops all other code'),
  )
  const fingerprint = createFingerprint(isLua)
  const optional = createOptional()
  const locals = new Set(suffix !== '' && !isLua ? ['module', 'exports'] : [])
  const part: Part = {
    source: { text, hints, base, suffix, locals, budget },
    sight,
    onToken: (token) => {
      spelling.observe(token)
      loops.observe(token)
      fingerprint.observe(token)
      if (isFrameworkMark(token.v) && !optional.isMention())
        for (const framework of findFrameworks([token])) frameworks.add(framework)
      optional.observe(token)
      if (token.v === 'vRP' && token.t === 'str') frameworks.add('vrp')
    },
    isWhole: isParsed,
  }
  if (file.isMarkup) checkPage(file.text, sight)
  if (!isLua) for (const { at, code } of unpack(text)) sight.runs(code, { at, line: lineAt(text, at) })
  return { part, finish }

  function parseScripts(): void {
    const page = file.isMarkup ? maskMarkup(text) : undefined
    if (page) ({ text } = page)
    if (!hints) return
    const whole = { from: 0, to: text.length, isModule: moduleOf(file.path ?? '') }
    for (const script of page?.scripts ?? [whole]) {
      const found = readGrammar(text, script, hints)
      if (found && 'isData' in script && script.isData) text = blankPart(text, script)
      else problem ??= found
    }
  }

  function finish(isImported: boolean): CodeScan {
    let { isWhole } = part
    checkSpelling(spelling.result, text.slice(0, 2000), sight)
    for (let next = nested.shift(); next; next = nested.shift()) {
      level = next.level
      outer = next.place
      const inner = createPart(next.text, sight, budget)
      evaluate([inner], createMemory(inner.source))
      isWhole &&= inner.isWhole
    }
    checkSecrets(sight)
    checkSockets(sight)
    checkIdentifier(sight)
    checkProtection(sight)
    if (!isWhole) report('not-fully-read', 'medium', { at: -1, line: 1 }, 'too complex')
    if (problem && (file.isLoaded || isImported)) {
      isWhole = false
      const { at, why } = problem
      report('not-fully-read', 'medium', { at, line: lineAt(text, at) }, why)
    }
    return {
      findings: mostSpecific([...findings.values()]),
      facts,
      frameworks: [...frameworks],
      optional: [...optional.names],
      convars: [...convars.values()],
      isWhole,
      fingerprint: part.isWhole ? fingerprint.finish() : undefined,
      steps: steps - budget.steps,
    }
  }

  function report(rule: RuleId, given: Severity, place: Place, detail?: string): void {
    const { at, line } = outer ?? place
    const isLower = lowerOnClient.has(rule) && (file.side === 'client' || file.side === 'page')
    const severity = isLower ? (given === 'high' ? 'medium' : 'low') : given
    const key = `${rule} ${line}`
    const old = findings.get(key)
    if (old ? !isWorse(severity, old.severity) : findings.size >= findingsMax) return
    findings.set(key, {
      rule,
      severity,
      place: { at, line },
      detail: detail?.replaceAll('module:', '').slice(0, 120) ?? null,
    })
  }

  function fact(kind: Fact['kind'], place: Place, value?: string): void {
    const { at, line } = outer ?? place
    const key = `${kind} ${line} ${value ?? ''}`
    if (facts.length >= factsMax || known.has(key)) return
    known.add(key)
    facts.push({ kind, place: { at, line }, value })
  }

  function convar(name: string, fallback: string | null): void {
    if (!convarName.test(name) || (convars.size >= convarsMax && !convars.has(name))) return
    convars.set(name, { name, fallback: convars.get(name)?.fallback ?? fallback?.slice(0, 100) ?? null })
  }

  function runs(code: string, place: Place): void {
    if (level >= nestedLevels || seen.size >= nestedMax || seen.has(code)) return
    seen.add(code)
    nested.push({ text: code, place: outer ?? place, level: level + 1 })
  }
}

/** They are compiled to JavaScript before they run. */
const sourceFile = /\.(tsx?|[cm]ts|jsx|vue|svelte)$/i

function moduleOf(path: string): boolean | undefined {
  return /\.mjs$/i.test(path) ? true : /\.cjs$/i.test(path) ? false : undefined
}

function blankPart(text: string, { from, to }: Script): string {
  return text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ') + text.slice(to)
}

function createPart(text: string, sight: Sight, budget: Budget): Part {
  const source = { text, base: 0, suffix: '', locals: new Set<string>(), budget }
  return { source, sight, onToken: () => undefined, isWhole: true }
}

function createMemory(source: Source): Memory {
  return {
    variables: new Map(),
    functions: new Map(),
    tables: new Map(),
    source,
    position: 0,
    hasChanged: false,
  }
}

function isWorse(severity: Severity, than: Severity): boolean {
  return severity !== than && (severity === 'high' || than === 'low')
}
