import { FileCode } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const ScriptManagement = lazy(async () => ({
  default: (await import('./ScriptManagement.tsx')).ScriptManagement,
}))

/** The table for moderators. Other users see the placeholder of the specification. */
export function ScriptsPage() {
  const session = useSession()
  if (session && hasPermission(session, 'admin.scripts.moderate'))
    return (
      <AdminPage title="Script Management" isWide>
        <Suspense fallback={<Skeleton shape="block" height={520} />}>
          <ScriptManagement user={session.user} />
        </Suspense>
      </AdminPage>
    )
  return (
    <AdminPage title="Script Management">
      <Card>
        <EmptyState
          icon={<FileCode />}
          title="Coming soon"
          text="Script management interface coming soon..."
        />
      </Card>
    </AdminPage>
  )
}
