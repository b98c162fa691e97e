import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'

import type { ChangedFile } from '#contract/scripts/changes.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { textQuery } from '#web/scripts/files/files.data.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import { compareTexts } from './compare-texts.ts'
import { ComparisonNote } from './ComparisonNote.tsx'
import { DiffView } from './DiffView.tsx'
import { LoadingText } from './LoadingText.tsx'

type Place = { version: VersionSummary; n: number }
const nothing = { text: '', isCut: false }

/** The texts of a file in both versions, compared in the browser. */
export function TextComparison({
  change,
  before: old,
  after: now,
}: {
  change: ChangedFile['change']
  before: Place | undefined
  after: Place | undefined
}): ReactNode {
  const former = useQuery({ ...textQuery(old?.version.id ?? 0, old?.n ?? 0), enabled: old !== undefined })
  const later = useQuery({ ...textQuery(now?.version.id ?? 0, now?.n ?? 0), enabled: now !== undefined })
  const before = old ? former.data : nothing
  const after = now ? later.data : nothing
  const isTooLong = before?.isCut || after?.isCut
  const lines = useMemo(
    () => (before && after && !isTooLong ? compareTexts(before.text, after.text) : undefined),
    [before, after, isTooLong],
  )
  if (former.isError || later.isError)
    return (
      <FailedState
        heading="h3"
        title="Failed to load file"
        onRetry={() => {
          if (former.isError) void former.refetch()
          if (later.isError) void later.refetch()
        }}
        isRetrying={former.isFetching || later.isFetching}
      />
    )
  if (!before || !after) return <LoadingText />
  if (isTooLong)
    return (
      <ComparisonNote>
        Too long to be compared here: more than 1 MB, 20,000 lines, or 10,000 characters in a line.
      </ComparisonNote>
    )
  if (!lines) return <ComparisonNote>The texts differ too much to compare them here.</ComparisonNote>
  if (lines.length === 0) return <ComparisonNote>This file is empty.</ComparisonNote>
  if (change === 'changed' && lines.every((line) => line.change === 'same'))
    return <ComparisonNote>Only line endings, the encoding or a hidden secret changed.</ComparisonNote>
  return <DiffView lines={lines} />
}
