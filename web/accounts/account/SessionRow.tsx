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
    <li className={`grid middle gap-4 pad-4 cols-auto-fill-auto ${styles.row}`}>
      <span className={`grid center round-md fill-2 muted square-40 ${styles.icon}`}>
        {handheld.test(device) ? <Smartphone /> : <Monitor />}
      </span>
      <div className="grid gap-2px min-0">
        <p className={`${styles.device} row wrap strong`}>
          {device}
          {is_current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="flex wrap gap-0-4 faint text-sm">
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
