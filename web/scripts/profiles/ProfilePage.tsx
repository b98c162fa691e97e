import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useEffect } from 'react'

import { teamPath } from '#web/app/paths.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { Profile } from './Profile.tsx'
import { parseProfileSearch } from './profile-search.ts'
import { profileQuery } from './profiles.data.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { UserNotFound } from './UserNotFound.tsx'

/** A team has a page of its own. */
function ToTeam({ name }: { name: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: teamPath(name), replace: true }), [navigate, name])
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<Users />}
        title={`${name} is a team`}
        action={
          <Link to={teamPath(name)} className={buttonClass({ variant: 'cta' })}>
            Open the team
          </Link>
        }
      />
    </div>
  )
}

export function ProfilePage() {
  const username = useParams({ from: '/user/{-$username}' }).username?.trim() ?? ''
  // Not the deferred search: with another username it would request the page of the previous profile.
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/user/{-$username}' }), parseProfileSearch)
  const query = useQuery({ ...profileQuery(username, pendingSearch), enabled: username !== '' })
  if (username === '') return <UserNotFound text="Username is required" />
  if (query.data?.isTeam) return <ToTeam name={query.data.username} />
  if (query.data)
    return <Profile profile={query.data} search={pendingSearch} isPending={query.isPlaceholderData} />
  if (query.data === null) return <UserNotFound text="User not found" />
  if (query.isPending) return <ProfileSkeleton />
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="User Not Found"
        text="Failed to load user profile"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </div>
  )
}
