import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'

import { Alert } from '#web/ui/Alert.tsx'

import { invitationsPath } from '#web/scripts/versions/version-paths.ts'
import { invitationsQuery } from './members.data.ts'

/** While an invitation waits for an answer. */
export function InvitationsNotice({ userId }: { userId: number }) {
  const { data } = useQuery(invitationsQuery(userId))
  const count = data?.invitations.length ?? 0
  if (count === 0) return null
  return (
    <Alert
      icon={<UserPlus />}
      title={count === 1 ? 'You have an open invitation' : `You have ${count} open invitations`}
      action={
        <Link to={invitationsPath} className="text-link">
          See {count === 1 ? 'it' : 'them'}
        </Link>
      }
    />
  )
}
