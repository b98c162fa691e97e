import { lazy, Suspense } from 'react'

import type { Session } from '#web/app/session-store.ts'
import { hasPermission, useSession } from '#web/app/session.ts'

import { AccessDenied } from './AdminPage.tsx'
import styles from './AdminGate.module.css'
import { AdminSkeleton } from './AdminSkeleton.tsx'

const AdminLayout = lazy(async () => ({ default: (await import('./AdminLayout.tsx')).AdminLayout }))

/** Administrators have the permission admin.system.access or the flag `is_admin`. */
export function canAccessAdmin(session: Session | null): session is Session {
  return session !== null && (session.user.is_admin || hasPermission(session, 'admin.system.access'))
}

/** The server and the first render have no session; styles show the skeleton to a signed-in user until it is read. */
export function AdminGate() {
  const session = useSession()
  if (canAccessAdmin(session))
    return (
      <Suspense fallback={<AdminSkeleton />}>
        <AdminLayout user={session.user} />
      </Suspense>
    )
  return (
    <>
      <main id="main" tabIndex={-1} className={session ? styles.page : styles.visitor}>
        <AccessDenied isSignedOut={!session} />
      </main>
      {!session && (
        <div className={`${styles.skeleton} hidden`}>
          <AdminSkeleton />
        </div>
      )}
    </>
  )
}
