import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, PackageOpen } from 'lucide-react'
import { Suspense } from 'react'

import { submitPath } from '#web/app/paths.ts'
import { ScriptGridSkeleton } from '#web/scripts/script-lists/ScriptGridSkeleton.tsx'
import { ScriptGrid } from '#web/scripts/script-lists/grid-lazy.ts'
import { latestScriptsQuery } from '#web/scripts/script-lists/scripts.data.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { useIdle } from '#web/ui/use-idle.ts'

import { HomeHero } from './HomeHero.tsx'
import styles from './HomePage.module.css'
import { Partners, SectionTracker } from './lazy.ts'

export function HomePage() {
  return (
    <div className={`page-width ${styles.page} stack`}>
      <HomeHero />
      <LatestScripts />
      <Suspense>
        <Partners />
      </Suspense>
      <IdleSectionTracker />
    </div>
  )
}

// A component of its own, so that it does not re-render the others before they are hydrated.
function IdleSectionTracker() {
  const isIdle = useIdle()
  return (
    isIdle && (
      <Suspense>
        <SectionTracker />
      </Suspense>
    )
  )
}

const skeletonCards = 4

function LatestScripts() {
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
          query={latest}
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
