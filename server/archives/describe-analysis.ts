import {
  capabilityKinds,
  type Capability,
  type Finding,
  type ResourceDescription,
} from '#contract/archives/analysis.ts'
import { frameworks } from '#contract/archives/manifest/framework-names.ts'
import { frameworkOf, isOptional } from '#contract/archives/manifest/frameworks.ts'
import { ruleBases, rules } from '#contract/archives/rules.ts'
import type { AnalysisSummary, AnalysisWait, WorstFinding } from '#contract/scripts/versions.ts'

import type { AnalysisDetail, AnalysisFailure, CardSummary } from './analyses.queries.ts'

const namesMax = 20

const failures: Record<AnalysisFailure, string> = {
  slow: 'Reading the archive takes more than 10 minutes of processor time. Its author can upload it with fewer files.',
  memory: 'Reading the archive needs too much memory. Its author can upload it with fewer or smaller files.',
  damaged: 'A file in the archive is damaged. Its author can pack it again and upload a new version.',
  crashed:
    'The program that scans archives failed. The author can upload the archive again, which starts another scan.',
  'given-up':
    'Three scans ended without a result. The author can upload the archive again, which starts another scan.',
  missing: 'The archive is missing in the file store. Its author can upload it again.',
}

export function describeFailure(failure: AnalysisFailure | null): string | null {
  return failure && failures[failure]
}

const titles = new Map<string, string>(rules.map(({ id, title }) => [id, title]))

/** A rule of another release may be unknown. */
export function titleOfRule(id: string): string {
  return titles.get(id) ?? id
}

/** The parts of an analysis that the card of a script shows. */
export function cardSummaryOf(
  capabilities: readonly Capability[],
  resources: readonly ResourceDescription[],
  resourcesTotal: number,
): CardSummary {
  const namesOf = (list: (resource: ResourceDescription) => string[]) =>
    [...new Set(resources.flatMap(list))].slice(0, namesMax)
  const used = namesOf((resource) => resource.frameworks)
  return {
    capabilities: capabilityKinds.flatMap((kind) => {
      const ofKind = capabilities.filter((capability) => capability.kind === kind)
      if (ofKind.length === 0) return []
      const count = ofKind.reduce((sum, capability) => sum + capability.count, 0)
      const values = new Set(ofKind.flatMap((capability) => capability.values)).size
      return [{ kind, count, values }]
    }),
    resources: resourcesTotal,
    games: namesOf(({ games }) => games),
    frameworks: used,
    optionalFrameworks: frameworks.filter(
      (framework) => used.includes(framework) && isOptional(framework, resources),
    ),
    // A framework is named above, and what is optional is not needed.
    libraries: namesOf(({ libraries, optional = [] }) =>
      libraries.filter((name) => !frameworkOf(name) && !optional.includes(name)),
    ),
  }
}

/** The finding that matters most: by severity, then what the code does before texts and code that cannot be followed. */
export function worstFinding(
  findings: readonly (Pick<Finding, 'rule' | 'severity' | 'side' | 'path' | 'line'> & {
    isInComment: boolean
    isExplained: boolean
    verdict: 'accepted' | 'confirmed' | null
  })[],
): WorstFinding | null {
  let worst: WorstFinding | null = null
  for (const { isInComment, isExplained, verdict, ...finding } of findings) {
    if (verdict === 'accepted') continue
    const { rule, severity, side, path, line } = finding
    const basis = isInComment ? 'comment' : (ruleBases[rule] ?? (side === 'none' ? 'unloaded' : 'code'))
    const isConfirmed = verdict === 'confirmed'
    const head: WorstFinding = {
      rule,
      title: titleOfRule(rule),
      severity,
      path,
      line,
      basis,
      isExplained,
      isConfirmed,
    }
    if (!worst || rankOf(head) < rankOf(worst)) worst = head
  }
  return worst
}

const severityRanks = ['high', 'medium', 'low']
const basisRanks = ['code', 'unread', 'unloaded', 'text', 'comment']

function rankOf({ severity, basis, isConfirmed }: WorstFinding): number {
  return severityRanks.indexOf(severity) * 10 + (isConfirmed ? 0 : 1 + basisRanks.indexOf(basis))
}

type SummaryRow = Pick<
  AnalysisDetail,
  'state' | 'failure' | 'isWhole' | 'counts' | 'accepted' | 'highRules' | 'summary'
>

const nothing = { capabilities: [], resources: 0, games: [], frameworks: [], libraries: [] }

/** Results of an earlier scan are not shown while the archive waits for another. */
export function analysisSummaryOf(
  row: SummaryRow | null,
  { wait, worst }: { wait: AnalysisWait | null; worst: WorstFinding | null },
): AnalysisSummary {
  const isDone = row?.state === 'done'
  return {
    state: row?.state ?? 'waiting',
    position: wait?.position ?? null,
    wait,
    worst: isDone ? worst : null,
    accepted: isDone ? row.accepted : 0,
    failure: row?.state === 'failed' ? describeFailure(row.failure) : null,
    isWhole: isDone ? row.isWhole : true,
    counts: (isDone && row.counts) || { high: 0, medium: 0, low: 0 },
    high: isDone ? row.highRules.map(titleOfRule) : [],
    ...((isDone && row.summary) || nothing),
  }
}
