import { Suspense } from 'react'

import { useIdle } from '#web/ui/use-idle.ts'

import { HomeHero } from './HomeHero.tsx'
import styles from './HomePage.module.css'
import { Partners, SectionTracker } from './lazy.ts'
import { LatestScripts } from './LatestScripts.tsx'

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
