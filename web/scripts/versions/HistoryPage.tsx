import { lazy, Suspense } from 'react'

import { hasPermission, useSession } from '#web/app/session.ts'
import { authorRoleOf } from '#web/scripts/script-page/author-role.ts'

import { ReportBodySkeleton } from './ReportSkeleton.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { ScriptSubpage } from './ScriptSubpage.tsx'

// A part of the back office.
const ObjectHistory = lazy(async () => ({
  default: (await import('#web/admin/records/activities/ObjectHistory.tsx')).ObjectHistory,
}))

const AuthorHistory = lazy(async () => ({ default: (await import('./AuthorHistory.tsx')).AuthorHistory }))

/** The acts on a script: all of them for readers of histories, and the changes for its authors. */
export function HistoryPage() {
  const session = useSession()
  const mayReadHistory =
    hasPermission(session, 'admin.activities.view') || hasPermission(session, 'admin.audit')
  return (
    <ScriptSubpage current="history" failedTitle="Failed to load the history">
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
          <AccessDenied text="Only its authors and moderators can see the history of a script." />
        )
      }
    </ScriptSubpage>
  )
}
