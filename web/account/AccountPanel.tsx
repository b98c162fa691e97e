import type { CurrentUser } from '#contract/accounts.ts'

import { ConfirmationCard } from './ConfirmationCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import styles from './SettingsPage.module.css'

export function AccountPanel({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.stack}>
      {!user.email_verified && <ConfirmationCard email={user.email} />}
      <SessionsCard userId={user.id} />
    </div>
  )
}
