import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Users, PackageOpen, UserX } from 'lucide-react'
import { useEffect } from 'react'

import type { PublicProfile } from '#contract/scripts/profiles.ts'
import { teamPath, submitPath, userPath } from '#web/app/paths.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'

import { parseProfileSearch } from './profile-search.ts'
import { profileQuery } from './profiles.data.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { AuthorScripts } from './AuthorScripts.tsx'
import styles from './Profile.module.css'
import type { ProfileSearch } from './profile-search.ts'
import { ProfileSidebar } from './ProfileSidebar.tsx'

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
      <FailedState heading="h1" title="User Not Found" text="Failed to load user profile" query={query} />
    </div>
  )
}

/** `isPending` while another page of the scripts loads. */
function Profile({
  profile,
  search,
  isPending,
}: {
  profile: PublicProfile
  search: ProfileSearch
  isPending: boolean
}) {
  const { username } = profile
  return (
    <article className={`page-width ${styles.profile} grid top`}>
      <ProfileSidebar profile={profile} />
      <AuthorScripts
        author={username}
        page={profile.scripts}
        path={userPath(username)}
        search={search}
        isPending={isPending}
        empty={<NoScripts profile={profile} list={search.list} />}
        {...((profile.coAuthored > 0 || search.list) && {
          tabs: <ListTabs profile={profile} search={search} />,
        })}
      />
    </article>
  )
}

/** What the user owns, and scripts of others and of teams that the user works on. */
function ListTabs({ profile, search }: { profile: PublicProfile; search: ProfileSearch }) {
  const { username, scriptsUploaded, coAuthored } = profile
  return (
    <div className="mb-5">
      <Tabs
        label={`Lists of ${username}`}
        currentId={search.list ?? 'owned'}
        tabs={[
          { id: 'owned', label: 'Owned', count: fullNumber(scriptsUploaded) },
          { id: 'co-authored', label: 'Collaborations', count: fullNumber(coAuthored) },
        ]}
        renderLink={(list, props) => (
          <Link
            to={userPath(username)}
            search={parseProfileSearch({ sort: search.sort, list })}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      {search.list && coAuthored > 0 && (
        <p className="muted text-sm mt-4">{username} works on these scripts of other members and teams.</p>
      )}
    </div>
  )
}

function NoScripts({
  profile: { id, username, coAuthored },
  list,
}: {
  profile: PublicProfile
  list: ProfileSearch['list']
}) {
  const session = useSession()
  if (list)
    return (
      <EmptyState
        heading="h3"
        icon={<Users />}
        title="No collaborations"
        text={`${username} does not work on scripts of other members or teams.`}
      />
    )
  if (coAuthored > 0)
    return (
      <EmptyState
        heading="h3"
        icon={<PackageOpen />}
        title="No scripts of their own"
        text={`${username} shares scripts together with others.`}
        action={
          <Link
            to={userPath(username)}
            search={{ list: 'co-authored' }}
            className={buttonClass({ variant: 'cta' })}
          >
            Show Collaborations
          </Link>
        }
      />
    )
  const isOwn = session?.user.id === id
  const maySubmit = isOwn && hasPermission(session, 'scripts.upload')
  return (
    <EmptyState
      heading="h3"
      icon={<PackageOpen />}
      title="No scripts yet"
      text={isOwn ? 'The scripts that you share appear here.' : `${username} has not shared any scripts yet.`}
      action={
        maySubmit && (
          <Link to={submitPath} className={buttonClass({ variant: 'cta' })}>
            Submit Script
          </Link>
        )
      }
    />
  )
}

function UserNotFound({ text }: { text: string }) {
  const { siteName } = useSite()
  // Until the response the title is the username.
  useEffect(() => {
    document.title = `User Not Found · ${siteName}`
  }, [siteName])
  return (
    <div className="page-width">
      <EmptyState
        heading="h1"
        icon={<UserX />}
        title="User Not Found"
        text={text}
        action={
          <Link to="/scripts" className={buttonClass({ variant: 'cta' })}>
            Back to Scripts
          </Link>
        }
      />
    </div>
  )
}
