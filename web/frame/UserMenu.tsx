import { useNavigate } from '@tanstack/react-router'
import { LogOut, Settings, User } from 'lucide-react'

import type { CurrentUser } from '#contract/accounts.ts'
import { settingsPath, userPath } from '#web/app/paths.ts'
import { signOut } from '#web/app/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'

import styles from './UserMenu.module.css'
import { UserSummary } from './UserSummary.tsx'

export function UserMenu({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  return (
    <MenuButton
      label={`Account of ${user.username}`}
      className={styles.button ?? ''}
      header={<UserSummary user={user} />}
      onNavigate={(href) => void navigate({ to: href })}
      entries={[
        { id: 'profile', label: 'View Profile', icon: <User />, href: userPath(user.username) },
        { id: 'settings', label: 'Profile Settings', icon: <Settings />, href: settingsPath },
        'separator',
        { id: 'sign-out', label: 'Sign Out', icon: <LogOut />, onSelect: () => void leave() },
      ]}
    >
      <Avatar name={user.username} src={user.avatar_url} size="md" />
    </MenuButton>
  )
}

/** The button that has the focus goes with the session. */
async function leave(): Promise<void> {
  await signOut()
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
