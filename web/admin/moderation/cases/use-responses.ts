import { useQuery } from '@tanstack/react-query'

import { caseResponses } from '#contract/moderation/case-responses.ts'
import type { Case, CaseDecision, CaseMessage } from '#contract/moderation/cases.ts'
import type { ReadyResponse } from '#web/moderation/cases/ReadyResponses.tsx'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'

import { fillPlace, placeOf } from './response-place.ts'

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
