import { cutText, cutToEnd } from '#analysis/cut-text.ts'
import { lineOf } from '#analysis/lines.ts'
import { analyseProgram, type CodeFile, type FileResult } from '#analysis/program.ts'
import { codeRules } from '#analysis/rules/all.ts'
import { listOf, severities, type Finding, type Found, type Severity } from '#analysis/rules/rule.ts'
import { findBlocklisted } from './blocklist.ts'
import { createCapabilities, type Capability, type Side } from './capabilities.ts'
import { isCode, isLua, isPage, markupFile } from './code-files.ts'
import { excerptOf } from './excerpt.ts'
import { factsOf, type CodeFacts } from './facts.ts'
import { fingerprintsOf, type Fingerprint, type Hash } from './fingerprint.ts'
import { groupPrograms } from './group-programs.ts'
import { isUnchanged, knownRelease, partsOfServer } from './known-files.ts'
import { installedBy } from './package-files.ts'
import { asWorkOfTool, findUnused, oneStepLower } from './unused-scripts.ts'
import { mostSpecific } from './most-specific.ts'
import { createUse, type ResourceUse } from './resource-use.ts'
import { storedFindings } from './stored-findings.ts'
import { scanText } from './text-files.ts'
import { hasMarkupInJson, markupOfJson, scriptsOf, sourcesOfPage } from './page-scripts.ts'

export interface Member {
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
export type Resource = {
  path: string
  name: string
  manifest: string
  page: string | null
  loadscreen: string | null
  dependencies: readonly { name: string }[]
  /** Other resources whose files it loads. */
  libraries: readonly string[]
  problems: readonly { code: string; text: string }[]
}
export type Blocklist = { hosts: string[]; texts: string[]; files: string[] }
export type ArchiveInput = {
  members: Member[]
  readText: (member: Member) => string | undefined
  resources: readonly Resource[]
  blocklist: Blocklist
  notRead: { path: string; why: string }[]
  /** Of the tokens of a code file. */
  hash: Hash
  /** Asks whether the analysis may go on. */
  checkpoint?: () => void
}

export type ArchiveFinding = {
  rule: string
  severity: Severity
  side: Side
  path: string
  line: number | null
  excerpt: string
  detail: string | null
  isInComment: boolean
  fileSha256: string
}
export type ArchiveResult = {
  /** Worst first. */
  findings: ArchiveFinding[]
  /** Of all findings, also of those that are not listed. */
  counts: { high: number; medium: number; low: number }
  capabilities: Capability[]
  severity: Severity | 'none'
  /** By the path of the resource. */
  perResource: Map<string, ResourceUse>
  isWhole: boolean
  /** Unchanged files of libraries, which are named instead of scanned. */
  known: { path: string; name: string }[]
  /** The largest code files first. */
  fingerprints: Fingerprint[]
}

const knownMax = 100
const perRuleAndFile = 5

/** What is known about a file when its program was analysed. */
type Scanned = Pick<CodeFile, 'path' | 'language' | 'side' | 'isLoaded' | 'isData'> &
  Pick<FileResult, 'imports' | 'problem'> & {
    member: Member
    found: FileResult['findings']
    facts: CodeFacts
  }

/** Looks at all files of an archive. Nothing is run. */
export function scanArchive(input: ArchiveInput): ArchiveResult {
  const findings: ArchiveFinding[] = []
  const counted = new Map<string, number>()
  const capabilities = createCapabilities()
  const uses = new Map<string, ReturnType<typeof createUse>>()
  const names = new Map(input.resources.map(({ path, name }) => [path, name]))
  let isWhole = input.notRead.length === 0
  const code: Member[] = []
  const known = new Map<string, string>()
  const installed = new Set<string>()
  for (const member of input.members) {
    const text = member.kind === 'text' ? input.readText(member) : undefined
    for (const { id, onMember } of codeRules) {
      const finding = onMember?.(member, { text, blocked: input.blocklist.files })
      if (finding) add(member, wholeFile(id, finding), '')
    }
    const library = text !== undefined && isCode(member) ? knownRelease(text, input.hash) : undefined
    if (library !== undefined) known.set(member.path, library)
    if (member.kind === 'escrowed') capabilities.add('escrowed', -1, undefined, member, '')
    else if (member.type === 'exe' || member.type === 'elf' || /\.(dll|so|node)$/i.test(member.path))
      capabilities.add('binaries', -1, cutToEnd(member.path, 60), member, '')
    if (text === undefined) continue
    for (const finding of findBlocklisted(text, member.path, input.blocklist)) add(member, finding, text)
    for (const path of installedBy(member.path, text)) installed.add(path)
    if (isCode(member) || hasMarkupInJson(text, member)) code.push(member)
    if (!isCode(member)) for (const finding of scanText(text, member)) add(member, finding, text)
  }
  const scanned: Scanned[] = []
  const groups = groupPrograms(code)
  for (const group of groups) scanGroup(group)
  const byPath = new Map(input.members.map((member) => [member.path, member]))
  const { useOf, otherModules } = findUnused(scanned, new Set(names.keys()), installed, (path) => {
    const member = byPath.get(path)
    return member && input.readText(member)
  })
  for (const path of otherModules) {
    const member = byPath.get(path)
    if (member)
      add(member, wholeFile('disguised-file', { severity: 'high', detail: 'loaded as a module' }), '')
  }
  const byMember = Map.groupBy(scanned, ({ member }) => member)
  for (const member of new Set(groups.flat())) addResult(member, byMember.get(member) ?? [])
  const serverParts = partsOfServer(input.resources, code, known)
  for (const resource of input.resources) addResource(resource)
  for (const { path, why } of input.notRead) {
    const member = byPath.get(path)
    if (member && !isCode(member)) continue
    add(
      member ?? { path, side: 'none', sha256: '' },
      wholeFile('not-fully-read', { severity: 'medium', detail: cutText(why, 120) }),
      '',
    )
  }
  const counts = { high: 0, medium: 0, low: 0 }
  for (const { severity } of findings) counts[severity]++
  return {
    findings: storedFindings(findings),
    counts,
    capabilities: capabilities.list(),
    severity: severities.find((severity) => counts[severity] > 0) ?? 'none',
    perResource: new Map([...uses].map(([path, use]) => [path, use.result()])),
    isWhole,
    known: [...known].slice(0, knownMax).map(([path, name]) => ({ path, name })),
    fingerprints: fingerprintsOf(input),
  }

  function scanGroup(group: readonly Member[]): void {
    const parts = group.flatMap((member) => filesOf(member).map((file) => ({ member, file })))
    const markup = group
      .filter(({ path }) => markupFile.test(path))
      .map((member) => input.readText(member) ?? '')
      .join('\n')
    const analysed = analyseProgram(
      parts.map(({ file }) => file),
      { markup, ...(input.checkpoint && { checkpoint: input.checkpoint }) },
    )
    for (const [index, { member, file }] of parts.entries()) {
      const result = analysed[index]
      if (!result) continue
      // Events hold all trees and values of their program, so they do not wait for the other programs.
      const { events, findings: found, ...read } = result
      const { path, language, side, isLoaded, isData = false } = file
      const facts = factsOf(events, events[0]?.file)
      scanned.push({ member, path, language, side, isLoaded, isData, found, facts, ...read })
    }
  }

  function filesOf(member: Member): CodeFile[] {
    const text = input.readText(member) ?? ''
    const base = {
      path: member.path,
      side: isPage(member) ? ('page' as const) : member.side,
      resource: names.get(member.resource ?? '') ?? '',
      isLoaded: member.isLoaded,
    }
    const isPageFile = markupFile.test(member.path)
    if (isCode(member) && !isPageFile)
      return [{ ...base, text, language: isLua(member) ? 'lua' : 'javascript' }]
    const { scripts, problem } = scriptsOf(isPageFile ? text : markupOfJson(text), member.path)
    if (problem !== undefined && isPageFile) {
      isWhole = false
      add(member, wholeFile('not-fully-read', { severity: 'medium', detail: problem }), '')
    }
    return scripts.map((script) => ({ ...base, ...script, language: 'javascript' }))
  }

  /** What a file shows in each of its programs. */
  function addResult(member: Member, files: readonly Scanned[]): void {
    const text = input.readText(member) ?? ''
    const results = mostSpecific(files.flatMap(findingsOf))
    if (markupFile.test(member.path))
      for (const { kind, host, url, isLibrary, isComment, at } of sourcesOfPage(text))
        results.push({
          rule: kind === 'script' ? 'runs-downloaded-code' : 'remote-page',
          severity: isLibrary || isComment ? 'low' : 'medium',
          start: at,
          line: lineOf(text, at),
          detail: kind === 'script' && !isLibrary ? `${cutText(url, 80)}, run by a script element` : host,
        })
    if (known.has(member.path)) return
    for (const finding of results) add(member, finding, text)
    const seen = new Set<string>()
    for (const { kind, start, value } of files.flatMap(({ facts: { facts } }) => facts)) {
      const key = `${kind} ${start} ${value}`
      if (!seen.has(key)) capabilities.add(kind, start, value, member, text)
      seen.add(key)
    }
    isWhole &&= !files.some(isMissing)
    const { resource } = member
    if (resource === null) return
    const use = uses.getOrInsertComputed(resource, () => createUse(names.get(resource) ?? ''))
    for (const { facts } of files) use.add(facts, member)
  }

  function findingsOf(file: Scanned): Found[] {
    const { found, problem } = file
    const { isUnused, isTool } = useOf(file)
    // Where a library is too complex, what its values may be is guessed most.
    const isGuessed = file.side === 'page' && problem?.kind === 'not-fully-read' && problem.isOfOther !== true
    const why = isUnused ? 'not loaded by a manifest' : 'in a file that is too complex'
    const lowered = isUnused || isGuessed ? found.map((finding) => oneStepLower(finding, why)) : found
    const all: Found[] = isTool ? lowered.map(asWorkOfTool) : [...lowered]
    if (problem && isMissing(file))
      all.push({
        rule: problem.kind,
        severity: problem.isOfOther === true || isUnused ? 'low' : 'medium',
        start: problem.kind === 'does-not-parse' ? problem.start : -1,
        line: problem.line,
        detail: cutText(problem.message, 120),
      })
    return all
  }

  /** It is code of the archive, and was not read to its end. */
  function isMissing(file: Scanned): boolean {
    const isSource =
      /\.(tsx?|[cm]ts|jsx|vue|svelte)$/i.test(file.path) ||
      (!useOf(file).isLoaded && file.language === 'javascript')
    return file.problem !== undefined && !isSource && file.isData !== true
  }

  function addResource(resource: Resource): void {
    const file = scanned.find(({ path }) => path === resource.manifest)
    const context = {
      names: [...names.values()],
      serverParts,
      isParsed: file?.problem?.kind !== 'does-not-parse',
      isUnchanged: isUnchanged(resource, code, known),
    }
    for (const { id, onResource } of codeRules)
      for (const finding of listOf(onResource?.(resource, context)))
        add({ path: resource.manifest, side: 'none', sha256: '' }, wholeFile(id, finding), '')
    for (const page of [resource.page, resource.loadscreen])
      if (page !== null)
        capabilities.add('page', -1, cutText(page, 100), { path: resource.manifest, side: 'page' }, '')
  }

  function add(
    { path, side, sha256 }: Pick<Member, 'path' | 'side' | 'sha256'>,
    { rule, severity, start, line, detail, isInComment = false }: Found,
    text: string,
  ): void {
    const key = `${rule} ${path}`
    const count = counted.get(key) ?? 0
    counted.set(key, count + 1)
    if (count >= perRuleAndFile) return
    findings.push({
      rule,
      severity,
      side,
      path,
      line: start < 0 ? null : line,
      excerpt: start < 0 ? '' : excerptOf(text, start),
      detail,
      isInComment,
      fileSha256: sha256,
    })
  }
}

function wholeFile(rule: string, { severity, detail }: Finding): Found {
  return { rule, severity, start: -1, line: 1, detail: detail ?? null }
}
