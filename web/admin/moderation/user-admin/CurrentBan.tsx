import type { BanInfo } from '#contract/access/users.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dateText } from '#web/ui/date-text.ts'

export function CurrentBan({ ban }: { ban: BanInfo }) {
  return (
    <Alert
      tone="danger"
      title={
        ban.is_permanent || !ban.expires_at ? 'Permanent ban' : `Banned until ${dateText(ban.expires_at)}`
      }
    >
      <p>{ban.reason}</p>
      <p>
        By {ban.banned_by} on {dateText(ban.created_at)}
      </p>
    </Alert>
  )
}
