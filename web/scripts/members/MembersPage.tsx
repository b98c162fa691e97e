import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ReportBodySkeleton, ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { editorRoleOf } from '#web/scripts/script-page/author-role.ts'

const Members = lazy(async () => ({ default: (await import('./Members.tsx')).Members }))

/** Who works on a script. The owner manages them. */
export function MembersPage() {
  const { id } = useParams({ from: '/scripts/$id/members' })
  const session = useSession()
  return (
    <ScriptSubpage
      key={id}
      id={id}
      current="members"
      failedTitle="Failed to load the members"
      skeleton={<ReportSkeleton />}
    >
      {({ script }) =>
        session && editorRoleOf(session, script) ? (
          <Suspense fallback={<ReportBodySkeleton />}>
            <Members scriptId={script.id} user={session.user} />
          </Suspense>
        ) : (
          <VisitorContent skeleton={<ReportBodySkeleton />}>
            <EmptyState
              icon={<Lock />}
              title="Access Denied"
              text="Only the authors can see the members of a script."
            />
          </VisitorContent>
        )
      }
    </ScriptSubpage>
  )
}
