import { capabilityKinds, type Capability, type ResourceDescription } from '#contract/analysis.ts'
import { rules } from '#contract/rules.ts'
import type { AnalysisSummary } from '#contract/versions.ts'

import type { AnalysisFailure, CardSummary, Counts } from './analyses.queries.ts'

const namesMax = 20

const failures: Record<AnalysisFailure, string> = {
  slow: 'Reading the archive takes more than 10 minutes of processor time.',
  memory: 'Reading the archive needs too much memory.',
  damaged: 'A file in the archive is damaged.',
  crashed: 'The archive could not be read.',
  missing: 'The archive is missing in the file store.',
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
  return {
    capabilities: capabilityKinds.flatMap((kind) => {
      const found = capabilities.filter((capability) => capability.kind === kind)
      if (found.length === 0) return []
      const count = found.reduce((sum, capability) => sum + capability.count, 0)
      const values = new Set(found.flatMap((capability) => capability.values)).size
      return [{ kind, count, values }]
    }),
    resources: resourcesTotal,
    games: namesOf(({ games }) => games),
    frameworks: namesOf(({ frameworks }) => frameworks),
    libraries: namesOf(({ libraries }) => libraries),
  }
}

type SummaryRow = {
  state: AnalysisSummary['state']
  failure: AnalysisFailure | null
  isWhole: boolean
  counts: Counts | null
  highRules: string[]
  summary: CardSummary | null
}

const nothing = { capabilities: [], resources: 0, games: [], frameworks: [], libraries: [] }

/** Results of an earlier scan are not shown while the archive waits for another. */
export function analysisSummaryOf(row: SummaryRow | null, position: number | null): AnalysisSummary {
  const isDone = row?.state === 'done'
  return {
    state: row?.state ?? 'waiting',
    position,
    failure: row?.state === 'failed' ? describeFailure(row.failure) : null,
    isWhole: isDone ? row.isWhole : true,
    counts: (isDone && row.counts) || { high: 0, medium: 0, low: 0 },
    high: isDone ? row.highRules.map(titleOfRule) : [],
    ...((isDone && row.summary) || nothing),
  }
}
