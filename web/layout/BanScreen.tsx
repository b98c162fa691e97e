import { useQuery } from '@tanstack/react-query'
import { Ban, LogOut } from 'lucide-react'
import { useEffect } from 'react'

import type { BanInfo } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { signOut } from '#web/app/session-actions.ts'
import { setBanCheck } from '#web/app/session-store.ts'
import { useSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { BanAppeal } from '#web/moderation/cases/BanAppeal.tsx'
import { followed } from '#web/moderation/cases/cases.data.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'

import styles from './BanScreen.module.css'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function BanScreen({ ban }: { ban: BanInfo | null }) {
  const site = useSite()
  useBanRefresh()
  return (
    <main className={`${styles.screen} grid grow center`}>
      <Card className={`${styles.card} grid items-center gap-3 full text-center`} padding="lg">
        <PlaceholderTile icon={<Ban />} color="#ef4444" className={`${styles.tile} framed round-lg`} />
        <h1>Account Suspended</h1>
        <p className="muted">Your account may not use {site.siteName} at the moment.</p>
        {ban && (
          <dl className="full framed round-lg fill-2 lined fact-rows pad-2-4 text-left">
            <div>
              <dt>Reason</dt>
              <dd>{ban.reason}</dd>
            </div>
            <div>
              <dt>Duration</dt>
              <dd>{durationOf(ban)}</dd>
            </div>
            <div>
              <dt>Banned On</dt>
              <dd>{dateTimeText(ban.created_at)}</dd>
            </div>
            <div>
              <dt>Banned By</dt>
              <dd>{ban.banned_by}</dd>
            </div>
          </dl>
        )}
        <p className="muted">
          Do you think this is a mistake? Tell us in the chat community, or appeal here.
        </p>
        {ban && <BanAppeal ban={ban} />}
        <div className="flex wrap centered gap-3">
          <a className={buttonClass()} href={site.chatInviteUrl} target="_blank" rel="noopener noreferrer">
            <DiscordIcon />
            Appeal on Discord
          </a>
          <Button icon={<LogOut />} onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </Card>
    </main>
  )
}

/** The ban may be changed or lifted while its screen is open. */
function useBanRefresh(): void {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['own-ban', session?.user.id],
    queryFn: ({ signal }) => call('GET /api/users/me', { signal }),
    enabled: session !== null,
    ...followed,
  })
  const token = session?.token
  useEffect(() => {
    if (data && token !== undefined) setBanCheck(token, data.is_banned ? data : 'clear')
  }, [data, token])
}

function durationOf({ is_permanent, expires_at }: BanInfo): string {
  if (is_permanent || expires_at === null) return 'Permanent'
  const end = new Date(expires_at)
  return `Until ${dateTimeText(expires_at)} (${remainingTime(end.getTime() - Date.now())} remaining)`
}

/** The two largest units of a duration, rounded up, so that a ban does not last longer than shown. */
export function remainingTime(milliseconds: number): string {
  let left = Math.max(1, Math.ceil(milliseconds / 60_000)) * 60_000
  const parts: string[] = []
  for (const [name, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ')
}
