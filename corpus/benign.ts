import { readFileSync } from 'node:fs'

import { z } from 'zod/mini'

import { rules } from '#contract/archives/rules.ts'
import { rescanPack } from '#server/archives/analyse/analyse-archive.ts'
import { emptyBlocklist, withPack } from '#scan/analyse-files.ts'

import { gitDirectoryOf, hasCommit, readCommit } from './git-files.ts'

const Measured = z.object({
  repository: z.string(),
  rule: z.string(),
  severity: z.string(),
  side: z.string(),
  path: z.string(),
  line: z.nullable(z.int()),
  detail: z.nullable(z.string()),
  excerpt: z.string(),
})
export type Measured = z.output<typeof Measured>

export const BenignResult = z.object({
  repositories: z.array(
    z.object({
      repository: z.string(),
      state: z.string(),
      files: z.int(),
      resources: z.int(),
      isWhole: z.boolean(),
      milliseconds: z.int(),
      counts: z.object({ high: z.int(), medium: z.int(), low: z.int() }),
    }),
  ),
  findings: z.array(Measured),
})
export type BenignResult = z.output<typeof BenignResult>

const Judgement = z.object({
  repository: z.string(),
  path: z.string(),
  line: z.nullable(z.int()),
  rule: z.string(),
  verdict: z.enum(['true', 'untrue']),
  reason: z.string(),
})
export type Judgement = z.output<typeof Judgement>

export function readLock(file: URL | string): { repository: string; commit: string }[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [repository, commit] = line.split(' ')
      return repository !== undefined && commit !== undefined ? [{ repository, commit }] : []
    })
}

export function readJudgements(file: URL): Judgement[] {
  return z.array(Judgement).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Generous for a whole server pack, and enough to see a program that never ends. */
const processorSeconds = 60
const workers = 2

type Locked = { repository: string; commit: string }

/** Analyses each repository of the lock that the folder contains. */
export async function measureBenign(
  lock: readonly Locked[],
  folder: string,
  onResult: (line: string) => void,
): Promise<BenignResult> {
  const result: BenignResult = { repositories: [], findings: [] }
  const waiting = [...lock]
  await Promise.all(Array.from({ length: workers }, work))
  return result

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) onResult(await measure(next))
  }

  async function measure({ repository, commit }: Locked): Promise<string> {
    const directory = gitDirectoryOf(folder, repository)
    if (directory === undefined) return `${repository}: not in ${folder}`
    const startedAt = performance.now()
    if (!hasCommit(directory, commit)) return `${repository}: has no commit ${commit}`
    const sources = readCommit(directory, commit)
    const outcome = await withPack(sources, async ({ path: pack, indexAt }) =>
      rescanPack({ pack, indexAt, blocklist: emptyBlocklist, mayPause: false, limits: { processorSeconds } }),
    )
    const common = {
      repository,
      files: sources.length,
      milliseconds: Math.round(performance.now() - startedAt),
    }
    if (outcome.state !== 'done') {
      const counts = { high: 0, medium: 0, low: 0 }
      const state = outcome.state === 'failed' ? outcome.code : outcome.state
      result.repositories.push({ ...common, state, resources: 0, isWhole: false, counts })
      return `${repository}: ${state} ${outcome.detail}`
    }
    const { counts, findings, isWhole, resourcesTotal: resources } = outcome.analysis
    result.repositories.push({ ...common, state: 'done', resources, isWhole, counts })
    for (const { rule, severity, side, path, line, detail, excerpt } of findings)
      result.findings.push({ repository, rule, severity, side, path, line, detail, excerpt })
    return `${repository}: ${sources.length} files, ${counts.high} high, ${counts.medium} medium, ${counts.low} low`
  }
}

const keyOf = ({ repository, path, line, rule }: Pick<Measured, 'repository' | 'path' | 'line' | 'rule'>) =>
  [repository, path, line ?? 0, rule].join(' ')

/** For each rule: how often it was found, how many of these places were read, and how many were true. */
export function precisionTable({ findings }: BenignResult, judgements: readonly Judgement[]): string {
  const judged = new Map(judgements.map((judgement) => [keyOf(judgement), judgement.verdict]))
  const rows = rules.map(({ id }) => {
    const own = findings.filter(({ rule }) => rule === id)
    const per = (severity: string) => own.filter((finding) => finding.severity === severity).length
    const verdicts = own.flatMap((finding) => judged.get(keyOf(finding)) ?? [])
    const correct = verdicts.filter((verdict) => verdict === 'true').length
    const share = verdicts.length === 0 ? '–' : `${Math.round((100 * correct) / verdicts.length)} %`
    return `| \`${id}\` | ${per('high')} | ${per('medium')} | ${per('low')} | ${verdicts.length} | ${correct} | ${share} |`
  })
  return [
    '| Rule | High | Medium | Low | Read | True | Share |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Findings that only one of two results has. A finding that moved to another line counts as the same. */
export function compareBenign(
  before: BenignResult,
  after: BenignResult,
): { gone: Measured[]; added: Measured[] } {
  const loose = ({ repository, path, rule, excerpt }: Measured) =>
    [repository, path, rule, excerpt].join('\0')
  const old = new Set(before.findings.map(loose))
  const now = new Set(after.findings.map(loose))
  return {
    gone: before.findings.filter((finding) => !now.has(loose(finding))),
    added: after.findings.filter((finding) => !old.has(loose(finding))),
  }
}
