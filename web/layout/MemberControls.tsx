import { Link, useNavigate } from '@tanstack/react-router'
import { Bookmark, Inbox, Library, LogOut, Settings, User, Users, Download, Package } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import { moderationPath, moderationPermissions } from '#web/app/moderation-path.ts'
import { casesPath, notificationsPath, settingsPath, teamsPath, userPath } from '#web/app/paths.ts'
import { signOut } from '#web/app/session-actions.ts'
import { hasAnyPermission, hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { ownCollectionsPath, savedPath } from '#web/scripts/collections/collection-paths.ts'
import { NotificationBell } from '#web/site/notifications/NotificationBell.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { StyledName } from '#web/ui/StyledName.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

import styles from './MemberControls.module.css'

/** Loaded for signed-in users. */
export function MemberControls({ user }: { user: CurrentUser }) {
  return (
    <>
      <NotificationBell key={user.id} userId={user.id} />
      <UserMenu user={user} />
    </>
  )
}

const ownPages = [
  [ownCollectionsPath, 'Your Collections'],
  [savedPath, 'Saved for Later'],
  [teamsPath, 'Your Teams'],
  [notificationsPath, 'Notifications'],
  [casesPath, 'Cases'],
  [settingsPath, 'Profile Settings'],
] as const

/** For the mobile menu. */
export function MemberLinks({
  user: { username },
  className,
}: {
  user: CurrentUser
  className: string | undefined
}) {
  const session = useSession()
  return (
    <>
      {hasAnyPermission(session, moderationPermissions) && (
        <Link to={moderationPath} className={className} preload={false}>
          Moderation
        </Link>
      )}
      <Link to={userPath(username)} className={className}>
        Your Profile
      </Link>
      {hasPermission(session, 'scripts.upload') && (
        <Link to="/scripts" search={{ author: username }} className={className}>
          Your Scripts
        </Link>
      )}
      {ownPages.map(([path, name]) => (
        <Link key={path} to={path} className={className}>
          {name}
        </Link>
      ))}
      <button type="button" className={className} onClick={() => void signOutAndFocusMain()}>
        Sign Out
      </button>
    </>
  )
}

function UserMenu({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  return (
    <MenuButton
      label={`Account of ${user.username}`}
      className={`grid center pointer square-40 bare circle ${styles.button}`}
      header={<UserSummary user={user} />}
      onNavigate={(href) => void navigate({ to: href })}
      entries={[
        { id: 'profile', label: 'View Profile', icon: <User />, href: userPath(user.username) },
        { id: 'collections', label: 'Your Collections', icon: <Library />, href: '/collections/mine' },
        { id: 'saved', label: 'Saved for Later', icon: <Bookmark />, href: '/collections/saved' },
        { id: 'settings', label: 'Profile Settings', icon: <Settings />, href: settingsPath },
        { id: 'teams', label: 'Teams', icon: <Users />, href: teamsPath },
        { id: 'cases', label: 'Cases', icon: <Inbox />, href: casesPath },
        'separator',
        { id: 'sign-out', label: 'Sign Out', icon: <LogOut />, onSelect: () => void signOutAndFocusMain() },
      ]}
    >
      <Avatar name={user.username} src={user.avatar_url} size="md" />
    </MenuButton>
  )
}

/** The button, which has the focus, disappears with the session. */
async function signOutAndFocusMain(): Promise<void> {
  await signOut()
  focusMain()
}

function UserSummary({ user }: { user: CurrentUser }) {
  const [group] = user.groups ?? []
  return (
    <div className={`${styles.summary} grid gap-3`}>
      <div className="row gap-3">
        <Avatar name={user.username} src={user.avatar_url} size="md" />
        <div className="min-0">
          <div className={`${styles.nameLine} row wrap`}>
            <b className={styles.name}>
              <StyledName name={user.username} css={user.css} />
            </b>
            {group && <Badge color={group.color}>{group.display_name}</Badge>}
          </div>
          <p className={`${styles.email} faint text-sm`}>{user.email}</p>
        </div>
      </div>
      <dl className={`${styles.counts} grid gap-2px text-sm`}>
        <div className="flex between gap-3">
          <dt className="middle gap-2 muted">
            <Package />
            Scripts uploaded
          </dt>
          <dd className="strong numeric">{fullNumber(user.scripts_uploaded)}</dd>
        </div>
        <div className="flex between gap-3">
          <dt className="middle gap-2 muted">
            <Download />
            Total downloads
          </dt>
          <dd className="strong numeric">{fullNumber(user.total_downloads)}</dd>
        </div>
      </dl>
    </div>
  )
}
