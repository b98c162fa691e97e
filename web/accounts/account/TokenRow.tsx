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
    <li className={styles.row}>
      <span className={styles.icon}>
        <KeySquare />
      </span>
      <div className={styles.texts}>
        <p className={styles.device}>
          {name}
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeNames[scope]}</Badge>
          ))}
        </p>
        <p className={styles.facts}>
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
