import { useQuery } from '@tanstack/react-query'

import { caseResponses } from '#contract/case-responses.ts'
import type { Case, CaseDecision, CaseMessage } from '#contract/cases.ts'
import type { ReadyResponse } from '#web/cases/ReadyResponses.tsx'
import { reportQuery } from '#web/versions/versions.data.ts'

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
