import { lazy, Suspense } from 'react'

import '#web/partners/Partners.module.css'
import { useIdle } from '#web/ui/use-idle.ts'

import { HomeHero } from './HomeHero.tsx'
import styles from './HomePage.module.css'
import { Partners } from './lazy.ts'
import { LatestScripts } from './LatestScripts.tsx'

const SectionTracker = lazy(async () => ({
  default: (await import('./SectionTracker.tsx')).SectionTracker,
}))

export function HomePage() {
  const isIdle = useIdle()
  return (
    <div className={`page-width ${styles.page}`}>
      <HomeHero />
      <LatestScripts />
      <Suspense>
        <Partners />
      </Suspense>
      {isIdle && (
        <Suspense>
          <SectionTracker />
        </Suspense>
      )}
    </div>
  )
}
