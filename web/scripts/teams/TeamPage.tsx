import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch, Link } from '@tanstack/react-router'
import { PackageOpen, Users } from 'lucide-react'

import type { PublicTeam } from '#contract/scripts/teams.ts'
import { teamPath, userPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { roleNames } from '#web/scripts/members/members.texts.ts'
import { AuthorScripts } from '#web/scripts/profiles/AuthorScripts.tsx'
import styles from '#web/scripts/profiles/Profile.module.css'
import profileSidebarStyles from '#web/scripts/profiles/ProfileSidebar.module.css'
import { ProfileSkeleton } from '#web/scripts/profiles/ProfileSkeleton.tsx'
import { parseTeamSearch, type ProfileSearch } from '#web/scripts/profiles/profile-search.ts'
import { FollowButton } from '#web/site/follows/FollowButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { dateText } from '#web/ui/date-text.ts'

import { TeamNotFound } from './TeamNotFound.tsx'
import teamStyles from './Teams.module.css'
import { teamQuery, manageTeamPath } from './teams.data.ts'

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
        query={query}
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

function TeamSidebar({ team }: { team: PublicTeam }) {
  const { id, name, image, members, createdAt } = team
  const userId = useSession()?.user.id
  const memberIds = members.map((member) => member.id)
  const isMember = userId !== undefined && memberIds.includes(userId)
  const hasAbout = team.formattedText.length > 0 || team.links.length > 0
  return (
    <Card
      as="aside"
      className={`sticky-aside clip ${profileSidebarStyles.card}`}
      aria-label={`About ${name}`}
    >
      <div className={`${profileSidebarStyles.who} grid items-center gap-4 text-center`}>
        <Avatar name={name} src={image} size="xl" />
        <div className={`grid items-center gap-3 min-0 max-full ${profileSidebarStyles.names}`}>
          <h1 className={`max-full break ${profileSidebarStyles.name} text-h2`}>{name}</h1>
          <p className="row gap-6px faint text-sm">
            <Users />
            <span>
              Team since <time dateTime={createdAt}>{dateText(createdAt)}</time>
            </span>
          </p>
        </div>
        <div className={profileSidebarStyles.follow}>
          <FollowButton kind="author" id={id} ownerIds={memberIds} />
        </div>
      </div>
      {isMember && (
        <Link
          to={manageTeamPath(name)}
          className={`${buttonClass({ size: 'sm' })} ${profileSidebarStyles.edit} absolute`}
        >
          Manage
          <span className="visually-hidden"> the team</span>
        </Link>
      )}
      <ReportButton
        subject={{ name, userId: id, path: teamPath(name), textKey: { kind: 'team', id } }}
        ownerIds={memberIds}
        size="sm"
        variant="ghost"
        className={`${profileSidebarStyles.edit} absolute`}
      >
        Report
        <span className="visually-hidden"> this team</span>
      </ReportButton>
      {hasAbout && (
        <div className={`${profileSidebarStyles.about} grid gap-3 pad-5 line-above text-sm break`}>
          <FormattedText nodes={team.formattedText} />
          {team.links.length > 0 && (
            <ul className="flex wrap gap-1-4" aria-label="Links">
              {team.links.map(({ label, url }) => (
                <li key={`${label} ${url}`}>
                  <a href={url} rel="nofollow ugc" className="text-link">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <section className={`${teamStyles.members} grid gap-3 pad-5 line-above`} aria-labelledby="team-members">
        <h2 id="team-members" className="text-sm strong">
          Members
        </h2>
        <ul className="grid gap-2 scroll-y">
          {members.map((member) => (
            <li key={member.id} className="grid middle gap-2 text-sm cols-auto-fill-auto">
              <Avatar name={member.username} src={member.avatar} size="xs" />
              <Link to={userPath(member.username)} className="break hover-underline">
                {member.username}
              </Link>
              <span className="faint">{roleNames[member.role]}</span>
            </li>
          ))}
        </ul>
      </section>
      <dl className={`${profileSidebarStyles.stats} cols-3 grid line-above`}>
        <TeamStat name="Scripts" value={team.scriptsUploaded} />
        <TeamStat name="Downloads" value={team.totalDownloads} />
        <TeamStat name="Members" value={members.length} />
      </dl>
    </Card>
  )
}

function TeamStat({ name, value }: { name: string; value: number }) {
  return (
    <div className={`${profileSidebarStyles.stat} flex gap-2px text-center`}>
      <dt className="faint text-xs">{name}</dt>
      <dd title={fullNumber(value)}>{shortNumber(value)}</dd>
    </div>
  )
}
