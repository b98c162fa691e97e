import { Link } from '@tanstack/react-router'

import type { CurrentUser } from '#contract/access/users.ts'
import { moderationPath, moderationPermissions } from '#web/app/moderation-path.ts'
import { casesPath, notificationsPath, settingsPath, teamsPath, userPath } from '#web/app/paths.ts'
import { hasAnyPermission, hasPermission, useSession } from '#web/app/session.ts'
import { ownCollectionsPath, savedPath } from '#web/scripts/collections/collection-paths.ts'
import { NotificationBell } from '#web/site/notifications/NotificationBell.tsx'

import { signOutAndFocusMain, UserMenu } from './UserMenu.tsx'

/** Loaded for signed-in users. */
export function MemberControls({ user }: { user: CurrentUser }) {
  return (
    <>
      <NotificationBell key={user.id} userId={user.id} />
      <UserMenu user={user} />
    </>
  )
}

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
      <Link to={ownCollectionsPath} className={className}>
        Your Collections
      </Link>
      <Link to={savedPath} className={className}>
        Saved for Later
      </Link>
      <Link to={teamsPath} className={className}>
        Your Teams
      </Link>
      <Link to={notificationsPath} className={className}>
        Notifications
      </Link>
      <Link to={casesPath} className={className}>
        Cases
      </Link>
      <Link to={settingsPath} className={className}>
        Profile Settings
      </Link>
      <button type="button" className={className} onClick={() => void signOutAndFocusMain()}>
        Sign Out
      </button>
    </>
  )
}
