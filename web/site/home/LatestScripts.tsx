import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, PackageOpen } from 'lucide-react'
import { Suspense } from 'react'

import { submitPath } from '#web/app/paths.ts'
import { ScriptGrid } from '#web/scripts/script-lists/grid-lazy.ts'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'
import { latestScriptsQuery } from '#web/scripts/script-lists/scripts.data.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import styles from './LatestScripts.module.css'

const skeletonCards = 4

export function LatestScripts() {
  const latest = useQuery(latestScriptsQuery)
  return (
    <section id="latest-scripts" tabIndex={-1} className={styles.latest} aria-labelledby="latest-title">
      <div className="row between gap-4 mb-5">
        <h2 id="latest-title">Latest Scripts</h2>
        <Link to="/scripts" className={buttonClass({ variant: 'ghost' })}>
          View all
          <ArrowRight />
        </Link>
      </div>
      {latest.isPending && <ScriptGridSkeleton count={skeletonCards} />}
      {latest.isError && (
        <FailedState
          heading="h3"
          title="Unable to load scripts"
          text="There was an error loading the latest scripts. Please try again."
          onRetry={() => void latest.refetch()}
          isRetrying={latest.isFetching}
        />
      )}
      {latest.data?.scripts.length === 0 && (
        <EmptyState
          heading="h3"
          icon={<PackageOpen />}
          title="No scripts found"
          text="Nobody has shared a script yet. Yours could be the first."
          action={
            <Link to={submitPath} className={buttonClass()}>
              Submit Script
            </Link>
          }
        />
      )}
      {latest.data && latest.data.scripts.length > 0 && (
        <Suspense fallback={<ScriptGridSkeleton count={skeletonCards} />}>
          <ScriptGrid
            scripts={latest.data.scripts}
            label="Latest scripts"
            heading="h3"
            isFirstOnPage={false}
            date="createdAt"
          />
        </Suspense>
      )}
    </section>
  )
}
