import type { capabilityKinds, Convar, Finding } from '#contract/analysis.ts'
import type { Side } from '#contract/manifest/find-sides.ts'
import type { Framework } from '#contract/manifest/framework-names.ts'
import { findFrameworks } from '#contract/manifest/frameworks.ts'
import type { RuleId } from '#contract/rules.ts'
import { checkSpelling, type Spelling } from '#server/archives/rules/hides.rule.ts'
import { checkSecrets } from '#server/archives/rules/reaches-out.rule.ts'
import { checkIdentifier, checkProtection } from '#server/archives/rules/touches-server.rule.ts'
import { lowerOnClient } from '#server/archives/rules/runs-code.rule.ts'

import { isReadable } from './decode.ts'
import { evaluate } from './evaluate.ts'
import { createFingerprint } from './fingerprint.ts'
import type { Memory } from './frames.ts'
import { maskMarkup } from './markup.ts'
import { checkPage } from './script-elements.ts'
import type { Place, Severity, Sight } from './sight.ts'

const stepsMax = 20_000_000
const objectsMax = 300_000
const nestedMax = 20
const nestedLevels = 3

export interface CodeFile {
  text: string
  isLua: boolean
  /** The text of a page, of which only the scripts are code. */
  isMarkup?: boolean
  side: Side
  /** The name of its resource; empty if there is none. */
  resource: string
  stepsMax?: number
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
  const findings = new Map<string, CodeFinding>()
  const facts: Fact[] = []
  const known = new Set<string>()
  const nested: { text: string; place: Place; level: number }[] = []
  const seen = new Set<string>()
  const frameworks = new Set<Framework>()
  const convars = new Map<string, CodeScan['convars'][number]>()
  let level = 0
  let outer: Place | undefined
  const sight: Sight = {
    isLua: file.isLua,
    side: file.side,
    resource: file.resource,
    report,
    fact,
    convar,
    runs,
    writtenBits: 0,
    isInteresting: false,
    callsOut: false,
    host: undefined,
    readsSecrets: undefined,
    grants: undefined,
    identifier: undefined,
    grantText: undefined,
    runsBuiltCommand: false,
    gives: undefined,
    antiCheat: undefined,
    stopsResource: undefined,
    markup: new Set(),
  }
  const steps = file.stepsMax ?? stepsMax
  const budget = { steps, objects: objectsMax }
  const source = file.isMarkup ? maskMarkup(file.text) : file.text
  const spelling = createSpelling(source)
  const loops = createLoops((place) => report('stops-server', 'medium', place, 'a loop that never ends'))
  const fingerprint = createFingerprint(file.isLua)
  if (file.isMarkup) checkPage(file.text, sight)
  let isWhole = evaluate(source, createMemory(budget), sight, {
    token: (token) => {
      spelling.observe(token)
      loops.observe(token)
      fingerprint.observe(token)
      for (const framework of frameworkMarks.has(token.v) ? findFrameworks([token]) : [])
        frameworks.add(framework)
      if (token.v === 'vRP' && token.t === 'str') frameworks.add('vrp')
    },
  })
  const isRead = isWhole
  checkSpelling(spelling.result, source.slice(0, 2000), sight)
  for (let next = nested.shift(); next; next = nested.shift()) {
    level = next.level
    outer = next.place
    if (!evaluate(next.text, createMemory(budget), sight, { token: () => undefined })) isWhole = false
  }
  checkSecrets(sight)
  checkIdentifier(sight)
  checkProtection(sight)
  if (!isWhole) report('not-fully-read', 'medium', { at: 0, line: 1 }, 'too complex')
  return {
    findings: [...findings.values()],
    facts,
    frameworks: [...frameworks],
    convars: [...convars.values()],
    isWhole,
    fingerprint: isRead ? fingerprint.finish() : undefined,
    steps: steps - budget.steps,
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

  function runs(text: string, place: Place): void {
    if (level >= nestedLevels || seen.size >= nestedMax || seen.has(text)) return
    seen.add(text)
    nested.push({ text, place: outer ?? place, level: level + 1 })
  }
}

function createMemory(budget: Memory['budget']): Memory {
  return { variables: new Map(), functions: new Map(), tables: new Map(), budget, hasChanged: false }
}

function isWorse(severity: Severity, than: Severity): boolean {
  return severity !== than && (severity === 'high' || than === 'low')
}

const frameworkMarks = new Set([
  'es_extended',
  'esx:getSharedObject',
  'qb-core',
  'QBCore:GetObject',
  'qbx_core',
  'ox_core',
])

function createSpelling(text: string) {
  const hexNames = new Set<string>()
  const lookAlikes = new Set<string>()
  const result: Spelling = {
    identifiers: 0,
    longestLine: longestLine(text),
    length: text.length,
    hexNames: 0,
    lookAlikes: 0,
    escaped: 0,
    characters: 0,
    signs: 0,
  }
  let signs = 0
  return {
    result,
    observe: ({ t, v, esc }: { t: string; v: string; esc?: number }): void => {
      signs = t === 'op' && sign.test(v) ? signs + 1 : 0
      result.signs = Math.max(result.signs, signs)
      if (t === 'str') {
        result.characters += v.length
        // Escapes of other alphabets are data.
        if (esc !== undefined && isReadable(v)) result.escaped += esc
      }
      if (t !== 'name') return
      result.identifiers++
      if (hexNames.size < 10 && v.startsWith('_0x')) result.hexNames = hexNames.add(v).size
      if (lookAlikes.size < 5 && v.length >= 6 && v.length < 200 && /^[Il1O0_]+$/.test(v) && /[Il]/.test(v))
        result.lookAlikes = lookAlikes.add(v).size
    },
  }
}

const endlessLoops = [
  'while true do end',
  'repeat until false',
  'while ( true ) { }',
  'while ( 1 ) { }',
  'for ( ; ; ) { }',
  'for ( ; ; ) ;',
].map((loop) => loop.split(' '))

/** Loops without a body and without an end. */
function createLoops(found: (place: Place) => void) {
  const read = endlessLoops.map(() => 0)
  return {
    observe: ({ v, at, line }: { v: string; at: number; line: number }): void => {
      for (const [index, loop] of endlessLoops.entries()) {
        const count = read[index] ?? 0
        if (v !== loop[count]) read[index] = v === loop[0] ? 1 : 0
        else if (count + 1 < loop.length) read[index] = count + 1
        else {
          read[index] = 0
          found({ at, line })
        }
      }
    },
  }
}

/** Code can be written with these signs alone. */
const sign = /^([[\]()!+]|\+\+)$/

function longestLine(text: string): number {
  let longest = 0
  for (let at = 0; at <= text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    longest = Math.max(longest, end - at)
    at = end + 1
  }
  return longest
}
