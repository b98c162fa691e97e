import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Lock } from 'lucide-react'

import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import { useSession } from '#web/app/session.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ReportBodySkeleton, ReportSkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { editorRoleOf } from '#web/scripts/script-page/editor-role.ts'

import { InviteForm } from './InviteForm.tsx'
import { LeaveCard } from './LeaveCard.tsx'
import { MemberList } from './MemberList.tsx'
import styles from './Members.module.css'
import { membersQuery } from './members.data.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import { TransferCard } from './TransferCard.tsx'

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
          <Members scriptId={script.id} user={session.user} />
        ) : (
          <VisitorContent skeleton={<ReportBodySkeleton />}>
            <EmptyState
              icon={<Lock />}
              title="Access Denied"
              text="Only the authors see the members of a script."
            />
          </VisitorContent>
        )
      }
    </ScriptSubpage>
  )
}

function Members({ scriptId, user }: { scriptId: number; user: CurrentUser }) {
  const { data, isError, isFetching, refetch } = useQuery(membersQuery(scriptId, user.id))
  if (data) return <Content members={data} user={user} />
  if (isError)
    return (
      <FailedState
        title="Failed to load the members"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading the members</output>
      <Skeleton shape="block" height={240} />
    </div>
  )
}

function Content({ members, user }: { members: ScriptMembers; user: CurrentUser }) {
  const isOwner = members.role === 'owner'
  return (
    <div className={`${styles.page} stack gap-6`}>
      <MemberList members={members} user={user} />
      {members.invitations.length > 0 && <OpenInvitations members={members} />}
      {isOwner && <InviteForm script={members.script} />}
      {isOwner && <TransferCard members={members} />}
      {members.role !== null && !isOwner && <LeaveCard script={members.script} user={user} />}
    </div>
  )
}
