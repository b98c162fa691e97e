import { Monitor, Smartphone } from 'lucide-react'

import type { CallReply } from '#web/app/call.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import styles from './SessionsCard.module.css'

export type OwnSession = CallReply<'GET /api/account/sessions'>[number]

const handheld = /iPhone|iPad|Android/

export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, created_at, last_seen_at, is_current } = session
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{handheld.test(device) ? <Smartphone /> : <Monitor />}</span>
      <div className={styles.texts}>
        <p className={styles.device}>
          {device}
          {is_current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className={styles.facts}>
          <span>
            {is_current ? (
              'Active now'
            ) : (
              <>
                Active <TimeAgo time={last_seen_at} />
              </>
            )}
          </span>
          <span>
            Signed in <TimeAgo time={created_at} />
          </span>
          {address && <span className="numeric">{address}</span>}
        </p>
      </div>
      {!is_current && (
        <Button size="sm" onClick={onEnd}>
          Sign Out
          <span className="visually-hidden"> {device}</span>
        </Button>
      )}
    </li>
  )
}
