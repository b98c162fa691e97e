import { KeySquare } from 'lucide-react'

import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import styles from './SessionsCard.module.css'
import { scopeNames, scriptsText } from './token-texts.ts'
import type { AccessToken } from './tokens.data.ts'

export function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, hint, scopes, scripts, expiresAt, lastUsedAt } = token
  return (
    <li className={`${styles.row} grid middle gap-4 pad-4`}>
      <span className={`${styles.icon} grid center round-md fill-2 muted`}>
        <KeySquare />
      </span>
      <div className="grid gap-2px min-0">
        <p className={`${styles.device} row wrap strong`}>
          {name}
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeNames[scope]}</Badge>
          ))}
        </p>
        <p className="flex wrap gap-0-4 faint text-sm">
          <code>{hint}…</code>
          <span>{scriptsText(scripts)}</span>
          <span>
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Used <TimeAgo time={lastUsedAt} />
              </>
            )}
          </span>
          <span>Expires {dateText(expiresAt)}</span>
        </p>
      </div>
      <Button size="sm" onClick={onRevoke}>
        Revoke
        <span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  )
}
