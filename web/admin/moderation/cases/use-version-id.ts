import { useQuery } from '@tanstack/react-query'

import type { Case } from '#contract/moderation/cases.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

/** The version that a case is about: of a reported script the current one. */
export function useVersionId({ script, version }: Pick<Case, 'script' | 'version'>): number | undefined {
  const current = useQuery({ ...scriptQuery(script?.id ?? 0), enabled: script !== null && version === null })
  return version?.id ?? current.data?.versionId
}
