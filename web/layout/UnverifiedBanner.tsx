import { Suspense } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'

import { UnverifiedNotice } from './lazy.ts'
import styles from './UnverifiedBanner.module.css'

/** An attribute of the first-paint script reserves its space, so that it causes no layout shift. */
export function UnverifiedBanner() {
  const session = useSession()
  const isUnverified = session !== null && !hasPermission(session, 'scripts.upload')
  return (
    <div className={`${styles.place} hidden min-h-44`}>
      {isUnverified && (
        <Suspense>
          <UnverifiedNotice />
        </Suspense>
      )}
    </div>
  )
}
