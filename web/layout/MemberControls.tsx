import type { CurrentUser } from '#contract/accounts.ts'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'

import { UserMenu } from './UserMenu.tsx'

/** Loaded for signed-in users. */
export function MemberControls({ user }: { user: CurrentUser }) {
  return (
    <>
      <NotificationBell key={user.id} userId={user.id} />
      <UserMenu user={user} />
    </>
  )
}
