import { lazy, Suspense } from 'react'

import { mayUse, useSession } from '#web/app/session.ts'

import styles from './UnverifiedBanner.module.css'

const UnverifiedNotice = lazy(async () => ({
  default: (await import('./UnverifiedNotice.tsx')).UnverifiedNotice,
}))

/** Its place is kept by the first-paint script's mark on the document, so that it moves nothing when it comes. */
export function UnverifiedBanner() {
  const session = useSession()
  const isUnverified = session !== null && !mayUse(session, 'scripts.upload')
  return (
    <div className={styles.place}>
      {isUnverified && (
        <Suspense>
          <UnverifiedNotice />
        </Suspense>
      )}
    </div>
  )
}
