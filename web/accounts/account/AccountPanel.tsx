import type { CurrentUser } from '#contract/access/users.ts'

import { ConfirmationCard } from './ConfirmationCard.tsx'
import { OwnDataCard } from './OwnDataCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import styles from './SettingsPage.module.css'
import { TwoFactorCard } from './TwoFactorCard.tsx'

export function AccountPanel({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.stack}>
      {!user.email_verified && <ConfirmationCard email={user.email} />}
      <TwoFactorCard user={user} />
      <SessionsCard userId={user.id} />
      <OwnDataCard user={user} />
    </div>
  )
}
