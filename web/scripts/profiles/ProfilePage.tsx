import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'

import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import { Profile } from './Profile.tsx'
import { parseProfileSearch } from './profile-search.ts'
import { profileQuery } from './profiles.data.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { UserNotFound } from './UserNotFound.tsx'

export function ProfilePage() {
  const username = useParams({ from: '/user/{-$username}' }).username?.trim() ?? ''
  // Not the deferred search: with another username it would request the page of the previous profile.
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/user/{-$username}' }), parseProfileSearch)
  const query = useQuery({ ...profileQuery(username, pendingSearch), enabled: username !== '' })
  if (username === '') return <UserNotFound text="Username is required" />
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
