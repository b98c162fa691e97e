import { useQuery } from '@tanstack/react-query'

import type { CurrentUser } from '#contract/access/users.ts'
import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { InviteForm } from './InviteForm.tsx'
import { LeaveCard } from './LeaveCard.tsx'
import { MemberList } from './MemberList.tsx'
import { membersQuery } from './members.data.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import { TransferCard } from './TransferCard.tsx'

/** Loaded for authors only. */
export function Members({ scriptId, user }: { scriptId: number; user: CurrentUser }) {
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
    <div className="stack gap-6 reading">
      <MemberList members={members} user={user} />
      {members.invitations.length > 0 && <OpenInvitations members={members} />}
      {isOwner && <InviteForm script={members.script} />}
      {isOwner && <TransferCard members={members} />}
      {members.role !== null && !isOwner && <LeaveCard script={members.script} user={user} />}
    </div>
  )
}
