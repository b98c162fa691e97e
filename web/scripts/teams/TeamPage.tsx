import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { parseTeamSearch, type ProfileSearch } from '#web/scripts/profiles/profile-search.ts'
import { ProfileSkeleton } from '#web/scripts/profiles/ProfileSkeleton.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { TeamNotFound } from './TeamNotFound.tsx'
import { teamQuery } from './teams.data.ts'
import { PackageOpen } from 'lucide-react'
import type { PublicTeam } from '#contract/scripts/teams.ts'
import { teamPath } from '#web/app/paths.ts'
import { AuthorScripts } from '#web/scripts/profiles/AuthorScripts.tsx'
import styles from '#web/scripts/profiles/Profile.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TeamSidebar } from './TeamSidebar.tsx'

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

/** `isPending` while another page of the scripts loads. */
export function Team({
  team,
  search,
  isPending,
}: {
  team: PublicTeam
  search: ProfileSearch
  isPending: boolean
}) {
  const { name } = team
  return (
    <article className={`page-width ${styles.profile} grid top`}>
      <TeamSidebar team={team} />
      <AuthorScripts
        author={name}
        page={team.scripts}
        path={teamPath(name)}
        search={search}
        isPending={isPending}
        empty={
          <EmptyState
            heading="h3"
            icon={<PackageOpen />}
            title="No scripts yet"
            text={`${name} has not shared any scripts yet. An author gives a script to a team on the Members page of the script.`}
          />
        }
      />
    </article>
  )
}
