import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { authorRoleOf } from '#web/scripts/script-page/author-role.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { ReportBodySkeleton, ReportSkeleton } from './ReportSkeleton.tsx'
import { ScriptSubpage } from './ScriptSubpage.tsx'

// A part of the back office.
const ObjectHistory = lazy(async () => ({
  default: (await import('#web/admin/records/activities/ObjectHistory.tsx')).ObjectHistory,
}))

const AuthorHistory = lazy(async () => ({ default: (await import('./AuthorHistory.tsx')).AuthorHistory }))

/** The acts on a script: all of them for readers of histories, and the changes for its authors. */
export function HistoryPage() {
  const { id } = useParams({ from: '/scripts/$id/history' })
  const session = useSession()
  const mayReadHistory =
    hasPermission(session, 'admin.activities.view') || hasPermission(session, 'admin.audit')
  return (
    <ScriptSubpage
      key={id}
      id={id}
      current="history"
      failedTitle="Failed to load the history"
      skeleton={<ReportSkeleton />}
    >
      {({ script }) =>
        mayReadHistory ? (
          <Suspense fallback={<ReportBodySkeleton />}>
            <ObjectHistory type="script" id={script.id} />
          </Suspense>
        ) : authorRoleOf(session, script) ? (
          <Suspense fallback={<ReportBodySkeleton />}>
            <AuthorHistory scriptId={script.id} />
          </Suspense>
        ) : (
          <VisitorContent skeleton={<ReportBodySkeleton />}>
            <EmptyState
              icon={<Lock />}
              title="Access Denied"
              text="Only its authors and moderators can see the history of a script."
            />
          </VisitorContent>
        )
      }
    </ScriptSubpage>
  )
}
