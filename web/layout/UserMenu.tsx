import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Inbox, Library, LogOut, Settings, User, Users } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import { casesPath, settingsPath, teamsPath, userPath } from '#web/app/paths.ts'
import { signOut } from '#web/app/session-actions.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'

import styles from './UserMenu.module.css'
import { UserSummary } from './UserSummary.tsx'

export function UserMenu({ user }: { user: CurrentUser }) {
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
export async function signOutAndFocusMain(): Promise<void> {
  await signOut()
  focusMain()
}
