import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'

import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { parseTeamSearch } from '#web/scripts/profiles/profile-search.ts'
import { ProfileSkeleton } from '#web/scripts/profiles/ProfileSkeleton.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { Team } from './Team.tsx'
import { TeamNotFound } from './TeamNotFound.tsx'
import { teamQuery } from './teams.data.ts'

export function TeamPage() {
  const { name } = useParams({ from: '/teams/$name' })
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/teams/$name' }), parseTeamSearch)
  const query = useQuery(teamQuery(name, pendingSearch))
  if (query.data) return <Team team={query.data} search={pendingSearch} isPending={query.isPlaceholderData} />
  if (query.data === null) return <TeamNotFound />
  if (query.isPending) return <ProfileSkeleton />
  return (
    <div className="page-width">
      <FailedState
        heading="h1"
        title="Failed to load the team"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </div>
  )
}
