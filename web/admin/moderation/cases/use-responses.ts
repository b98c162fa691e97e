import { useQuery } from '@tanstack/react-query'

import { caseResponses } from '#contract/moderation/case-responses.ts'
import type { Case, CaseDecision, CaseMessage } from '#contract/moderation/cases.ts'
import type { ReportFinding } from '#contract/scripts/versions.ts'
import type { ReadyResponse } from '#web/moderation/cases/ReadyResponses.tsx'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'

const order: readonly ReportFinding['severity'][] = ['high', 'medium', 'low']

/** The readers of the response to a case. */
export const responseAudiences: Record<Case['kind'], readonly CaseMessage['audience'][]> = {
  review: ['author'],
  report: ['author', 'opener'],
  appeal: [],
  takedown: [],
}

export const responseHints: Record<Case['kind'], string> = {
  review: 'The author can read this.',
  report: 'The author and the reporters can read this.',
  appeal: 'The member can read this.',
  takedown: 'The uploader and the claimant can read this.',
}

/** With the decisions that it explains. */
export type CaseReadyResponse = ReadyResponse & { decisions: readonly CaseDecision[] }

/** The ready responses for these parties, with the place of the worst finding. */
export function useResponses(
  { kind, version }: Case,
  audiences: readonly CaseMessage['audience'][],
): CaseReadyResponse[] {
  const { data } = useQuery({ ...reportQuery(version?.id ?? 0), enabled: version !== null })
  const place = placeOf(data?.findings ?? [])
  return caseResponses
    .filter(({ audience }) => audiences.includes(audience))
    .map(({ id, name, text, decisions }) => ({
      id,
      name,
      text: fillPlace(text, place),
      decisions: decisions[kind] ?? [],
    }))
}

/** The file and line of the worst finding that no moderator accepted. */
export function placeOf(
  findings: readonly Pick<ReportFinding, 'path' | 'line' | 'severity' | 'verdict'>[],
): string | undefined {
  const open = findings.filter(({ verdict }) => verdict?.verdict !== 'accepted')
  const worst = open.toSorted(
    (first, other) => order.indexOf(first.severity) - order.indexOf(other.severity),
  )[0]
  return worst && (worst.line === null ? worst.path : `${worst.path}:${worst.line}`)
}

/** Without a place the text shows where to write one. */
export function fillPlace(text: string, place: string | undefined): string {
  return text.replaceAll('{place}', place ?? '[file and line]')
}
