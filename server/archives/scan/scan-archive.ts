import { capabilityKinds, type Capability, type Finding, type Severity } from '#contract/analysis.ts'
import type { Resource } from '#contract/manifest/describe-resources.ts'
import type { Side } from '#contract/manifest/find-sides.ts'
import { checkMember, checkResource } from '#server/archives/rules/archive.rule.ts'

import { createBudget, type Budget } from './budget.ts'
import { excerptOf } from './excerpt.ts'
import { knownFiles } from './known-files.ts'
import { isCode, isLua, isPage, markupFile } from './code-files.ts'
import { groupPrograms } from './group-programs.ts'
import { createUse, type ResourceUse } from './resource-use.ts'
import {
  mergeScans,
  scanProgram,
  type CodeFile,
  type CodeFinding,
  type CodeScan,
  type Fact,
} from './scan-code.ts'
import { findBlocklisted, scanText } from './scan-text.ts'

export interface ScanMember {
  path: string
  size: number
  side: Side
  /** The path of its resource. */
  resource: string | null
  /** A manifest names it, or may do so. */
  isLoaded: boolean
  /** The first 16 bytes, in hexadecimal. */
  sha256: string
  kind: 'text' | 'image' | 'binary' | 'escrowed'
  /** By its first bytes: png, jpeg, webp, gif, zip, 7z, rar, exe, elf, lua-bytecode, … */
  type: string | null
  /** Its text is in the pack. */
  isStored: boolean
}

export interface Blocklist {
  hosts: string[]
  texts: string[]
  files: string[]
}

export interface ScanInput {
  members: ScanMember[]
  readText: (member: ScanMember) => string | undefined
  resources: Resource[]
  blocklist: Blocklist
  notRead: { path: string; why: string }[]
}

/** Hashes of a code file, in hexadecimal, 16 bytes each. */
export interface Fingerprint {
  /** Of the file in the list of members. */
  position: number
  size: number
  bytes: string
  tokens: string | null
}

export type ArchiveFinding = Finding & { fileSha256: string }

export interface ScanResult {
  /** Worst first. */
  findings: ArchiveFinding[]
  /** Of all findings, also of those that are not listed. */
  counts: { high: number; medium: number; low: number }
  capabilities: Capability[]
  severity: Severity
  /** By the path of the resource. */
  perResource: Map<string, ResourceUse>
  isWhole: boolean
  /** Unchanged files of libraries, which are named instead of scanned. */
  known: { path: string; name: string }[]
  /** The largest code files first. */
  fingerprints: Fingerprint[]
}

/** Of files, and the size of each. */
export const fingerprintLimits = { filesMax: 64, sizeMin: 256 } as const

const findingsMax = 200
const knownMax = 100
const perRuleAndFile = 5
const severityOrder = ['high', 'medium', 'low'] as const

/** Looks at all files of an archive. Nothing is run. */
export function scanArchive(input: ScanInput): ScanResult {
  const findings: ArchiveFinding[] = []
  const capabilities = createCapabilities()
  const uses = new Map<string, ReturnType<typeof createUse>>()
  const fingerprints: Fingerprint[] = []
  const fingerprintOf = new Map<string, Fingerprint>()
  const resourceNames = new Map(input.resources.map(({ path, name }) => [path, name]))
  let isWhole = input.notRead.length === 0

  const adders = new Map<string, Adder>()
  const budgets = new Map<string, Budget>()
  const code: ScanMember[] = []
  const known = new Map<string, string>()
  for (const [position, member] of input.members.entries()) {
    const add = adderOf(member)
    const text = member.kind === 'text' ? input.readText(member) : undefined
    checkMember(member, text, input.blocklist.files, (finding) => add(finding, text ?? ''))
    const library = knownFiles.get(member.sha256)
    if (library !== undefined) known.set(member.path, library)
    for (const fact of archiveFacts(member)) capabilities.add(fact, member)
    const { size, sha256: bytes } = member
    const fingerprint: Fingerprint = { position, size, bytes, tokens: null }
    if (isCompared(member)) {
      fingerprints.push(fingerprint)
      fingerprintOf.set(member.path, fingerprint)
    }
    if (text === undefined) continue
    for (const finding of findBlocklisted(text, member.path, input.blocklist)) add(finding, text)
    // Its code still belongs to the program: what other files pass to it is followed.
    if (isCode(member)) code.push(member)
    else for (const finding of scanText(text, member)) add(finding, text)
  }
  const scans = new Map<ScanMember, CodeScan>()
  for (const members of groupPrograms(code))
    for (const [index, scan] of scanProgram(members.map(codeFileOf)).entries()) {
      const member = members[index]
      if (member) scans.set(member, mergeScans(scan, scans.get(member)))
    }
  for (const member of code) addScan(member, scans.get(member))
  for (const resource of input.resources) {
    const add = createAdder({ path: resource.manifest, side: 'none', sha256: '' }, findings)
    checkResource(resource, input.resources.length, (finding) => add(finding, ''))
    const remote = [resource.page, resource.loadscreen].filter((page) => page !== null)
    for (const page of remote)
      capabilities.add(
        { kind: 'page', place: { at: -1, line: 1 }, value: page.slice(0, 100) },
        { path: resource.manifest, side: 'page' },
      )
  }
  const byPath = new Map(input.members.map((member) => [member.path, member]))
  for (const { path, why } of input.notRead) {
    const member = byPath.get(path)
    if (member && !isCode(member)) continue
    createAdder({ path, side: member?.side ?? 'none', sha256: member?.sha256 ?? '' }, findings)(
      { rule: 'not-fully-read', severity: 'medium', place: { at: -1, line: 1 }, detail: why.slice(0, 120) },
      '',
    )
  }

  const counts = { high: 0, medium: 0, low: 0 }
  for (const { severity } of findings) counts[severity]++
  return {
    findings: findings.sort(byImportance).slice(0, findingsMax),
    counts,
    capabilities: capabilities.list(),
    severity: severityOrder.find((severity) => counts[severity] > 0) ?? 'none',
    perResource: new Map([...uses].map(([path, use]) => [path, use.result()])),
    isWhole,
    known: [...known].map(([path, name]) => ({ path, name })).slice(0, knownMax),
    fingerprints: fingerprints
      .sort((left, right) => right.size - left.size || left.position - right.position)
      .slice(0, fingerprintLimits.filesMax),
  }

  function adderOf(member: ScanMember): Adder {
    const add = adders.get(member.path) ?? createAdder(member, findings)
    adders.set(member.path, add)
    return add
  }

  function codeFileOf(member: ScanMember): CodeFile {
    return {
      text: input.readText(member) ?? '',
      path: member.path,
      isMarkup: markupFile.test(member.path),
      isLua: isLua(member),
      side: isPage(member) ? 'page' : member.side,
      resource: resourceNames.get(member.resource ?? '') ?? '',
      isLoaded: member.isLoaded,
      budget: budgetOf(member),
    }
  }

  function budgetOf({ path }: ScanMember): Budget {
    const budget = budgets.get(path) ?? createBudget()
    budgets.set(path, budget)
    return budget
  }

  function addScan(member: ScanMember, scan: CodeScan | undefined): void {
    if (!scan) return
    const fingerprint = fingerprintOf.get(member.path)
    if (fingerprint) fingerprint.tokens = scan.fingerprint ?? null
    if (known.has(member.path)) return
    const text = scan.findings.length === 0 ? '' : (input.readText(member) ?? '')
    const add = adderOf(member)
    for (const finding of scan.findings) add(finding, text)
    for (const fact of scan.facts) capabilities.add(fact, member)
    isWhole &&= scan.isWhole
    if (member.resource !== null) useOf(member.resource).add(scan, member)
  }

  function useOf(path: string): ReturnType<typeof createUse> {
    const use = uses.get(path) ?? createUse(resourceNames.get(path) ?? '')
    uses.set(path, use)
    return use
  }
}

/** Copies change the manifest. Pages contain libraries. */
function isCompared(member: ScanMember): boolean {
  return (
    (member.kind === 'text' || member.kind === 'escrowed') &&
    member.size >= fingerprintLimits.sizeMin &&
    isCode(member) &&
    !markupFile.test(member.path) &&
    !/(^|\/)(fxmanifest|__resource)\.lua$/.test(member.path)
  )
}

type Adder = (finding: CodeFinding & { isInComment?: boolean }, text: string) => void

function createAdder(
  { path, side, sha256 }: Pick<ScanMember, 'path' | 'side' | 'sha256'>,
  findings: ArchiveFinding[],
): Adder {
  const perRule = new Map<string, number>()
  return ({ rule, severity, place, detail, isInComment = false }, text) => {
    const count = perRule.get(rule) ?? 0
    perRule.set(rule, count + 1)
    if (count >= perRuleAndFile) return
    const isWhole = place.at < 0
    findings.push({
      rule,
      severity,
      side,
      path,
      line: isWhole ? null : place.line,
      excerpt: isWhole ? '' : excerptOf(text, place.at),
      detail,
      isInComment,
      fileSha256: sha256,
    })
  }
}

function byImportance(left: ArchiveFinding, right: ArchiveFinding): number {
  return (
    severityOrder.indexOf(left.severity) - severityOrder.indexOf(right.severity) ||
    Number(left.isInComment) - Number(right.isInComment)
  )
}

function* archiveFacts({ kind, type, path }: ScanMember): Generator<Fact> {
  const place = { at: -1, line: 1 }
  if (kind === 'escrowed') yield { kind: 'escrowed', place, value: undefined }
  else if (type === 'exe' || type === 'elf' || /\.(dll|so|node)$/i.test(path))
    yield { kind: 'binaries', place, value: path.slice(-60) }
}

function createCapabilities() {
  const found = new Map<string, Capability>()
  return {
    add({ kind, place, value }: Fact, { path, side }: Pick<ScanMember, 'path' | 'side'>): void {
      const key = `${kind} ${side}`
      let capability = found.get(key)
      if (!capability) {
        capability = { kind, side, count: 0, values: [], places: [] }
        found.set(key, capability)
      }
      capability.count++
      const max = kind === 'calls-out' ? 50 : 20
      if (value !== undefined && capability.values.length < max && !capability.values.includes(value))
        capability.values.push(value.slice(0, 200))
      if (capability.places.length < 5)
        capability.places.push({ path, line: place.at < 0 ? null : place.line })
    },
    list: (): Capability[] =>
      [...found.values()].sort(
        (left, right) => capabilityKinds.indexOf(left.kind) - capabilityKinds.indexOf(right.kind),
      ),
  }
}
