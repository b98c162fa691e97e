import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { mayEnter } from '#web/admin/may-enter.ts'

import styles from './AdminGate.module.css'
import { AccessDenied } from './AccessDenied.tsx'
import { AdminOutline } from './AdminOutline.tsx'

const AdminFrame = lazy(async () => ({ default: (await import('./AdminFrame.tsx')).AdminFrame }))

/** The server sees a visitor, and so does the first render: what stands there until the session is known is only an outline. */
export function AdminGate() {
  const session = useSession()
  if (mayEnter(session))
    return (
      <Suspense fallback={<AdminOutline />}>
        <AdminFrame user={session.user} />
      </Suspense>
    )
  return (
    <>
      <main id="main" tabIndex={-1} className={session ? styles.page : styles.visitor}>
        <AccessDenied isSignedOut={!session} heading="h1" />
      </main>
      {!session && (
        <div className={styles.outline}>
          <AdminOutline />
        </div>
      )}
    </>
  )
}
