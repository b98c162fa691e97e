import type { BanRecord } from '#contract/access/bans.ts'
import type { BanInfo } from '#contract/access/users.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { dateText } from '#web/ui/date-text.ts'

const states = {
  in_force: { label: 'In force', tone: 'danger' },
  expired: { label: 'Expired', tone: 'idle' },
  lifted: { label: 'Lifted', tone: 'info' },
} as const

export function BanHistory({ history }: { history: readonly BanRecord[] }) {
  if (history.length === 0) return <p className="faint text-sm">Never banned before.</p>
  return (
    <section aria-labelledby="history-title" className="pt-5 grid gap-3 line-above">
      <h3 className="text-lg" id="history-title">
        Ban History
      </h3>
      <ol className="grid gap-3 scroll" style={{ maxHeight: 240 }}>
        {history.map((ban) => (
          <li key={ban.id}>
            <div className="row wrap gap-1-3">
              <Badge tone={states[ban.state].tone}>{states[ban.state].label}</Badge>
              <span className="faint text-sm">
                {dateText(ban.created_at)} by {ban.banned_by},{' '}
                {ban.expires_at ? `until ${dateText(ban.expires_at)}` : 'permanent'}
                {ban.lifted_by && `, lifted by ${ban.lifted_by}`}
              </span>
            </div>
            <p className="text-sm break">{ban.reason}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

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
