import { FileCode } from 'lucide-react'

import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { WaitingScripts } from './WaitingScripts.tsx'

export function ScriptsPage() {
  const mayPublish = hasPermission(useSession(), 'admin.scripts.moderate')
  return (
    <AdminPage title="Script Management">
      {mayPublish && <WaitingScripts />}
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
