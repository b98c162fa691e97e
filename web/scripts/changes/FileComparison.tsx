import { Suspense } from 'react'
import type { ReactNode } from 'react'

import type { ChangedFile } from '#contract/scripts/changes.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

import { ComparisonNote } from './ComparisonNote.tsx'
import { LoadingText } from './LoadingText.tsx'

// With the library that compares two texts.
const TextComparison = lazyPart(() => import('./TextComparison.tsx'), 'TextComparison')

type Versions = { from: VersionSummary; to: VersionSummary }

/** The changes of a file. Texts are compared in the browser only. */
export function FileComparison({ file, from, to }: { file: ChangedFile } & Versions): ReactNode {
  const { change, isText, n, nBefore } = file
  const isHydrated = useHydrated()
  if (change === 'moved') return <ComparisonNote>The content is the same.</ComparisonNote>
  if (!isText)
    return <ComparisonNote>This is not a text file, so its content cannot be compared.</ComparisonNote>
  const hasBefore = change !== 'added'
  const hasAfter = change !== 'removed'
  if ((hasBefore && nBefore === null) || (hasAfter && n === null))
    return <ComparisonNote>The content is not stored, so it cannot be compared.</ComparisonNote>
  if (!isHydrated) return <LoadingText />
  return (
    <Suspense fallback={<LoadingText />}>
      <TextComparison
        change={change}
        before={hasBefore && nBefore !== null ? { version: from, n: nBefore } : undefined}
        after={hasAfter && n !== null ? { version: to, n } : undefined}
      />
    </Suspense>
  )
}
