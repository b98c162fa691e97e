import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { useSession } from '#web/app/session.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const ManageTeam = lazy(async () => ({ default: (await import('./ManageTeam.tsx')).ManageTeam }))

/** Members see who is in the team and leave it, owners change it. */
export function ManageTeamPage() {
  const { name } = useParams({ from: '/teams/$name/manage' })
  const session = useSession()
  return (
    <div className="page-width stack gap-6 reading mx-auto">
      {session ? (
        <Suspense fallback={<Skeleton shape="block" height={320} />}>
          <ManageTeam key={`${session.user.id} ${name}`} name={name} user={session.user} />
        </Suspense>
      ) : (
        <AuthenticationRequired
          text="Sign in to manage your teams."
          skeleton={<Skeleton shape="block" height={320} />}
        />
      )}
    </div>
  )
}
