import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { ReportBodySkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { AccessDenied } from '#web/scripts/versions/AccessDenied.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { editorRoleOf } from '#web/scripts/script-page/author-role.ts'

const Members = lazy(async () => ({ default: (await import('./Members.tsx')).Members }))

export function MembersPage() {
  const session = useSession()
  return (
    <ScriptSubpage current="members" failedTitle="Failed to load the members">
      {({ script }) =>
        session && editorRoleOf(session, script) ? (
          <Suspense fallback={<ReportBodySkeleton />}>
            <Members scriptId={script.id} user={session.user} />
          </Suspense>
        ) : (
          <AccessDenied text="Only the authors can see the members of a script." />
        )
      }
    </ScriptSubpage>
  )
}
