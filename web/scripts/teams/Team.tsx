import { PackageOpen } from 'lucide-react'

import type { PublicTeam } from '#contract/scripts/teams.ts'
import { teamPath } from '#web/app/paths.ts'
import { AuthorScripts } from '#web/scripts/profiles/AuthorScripts.tsx'
import styles from '#web/scripts/profiles/Profile.module.css'
import type { ProfileSearch } from '#web/scripts/profiles/profile-search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import { TeamSidebar } from './TeamSidebar.tsx'

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
