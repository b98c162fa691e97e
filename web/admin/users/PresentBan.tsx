import type { BanInfo } from '#contract/accounts.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { dateText } from '#web/ui/time-ago.ts'

export function PresentBan({ ban }: { ban: BanInfo }) {
  return (
    <Notice
      tone="danger"
      title={
        ban.is_permanent || !ban.expires_at ? 'Permanent ban' : `Banned until ${dateText(ban.expires_at)}`
      }
    >
      <p>{ban.reason}</p>
      <p>
        By {ban.banned_by} on {dateText(ban.created_at)}
      </p>
    </Notice>
  )
}
