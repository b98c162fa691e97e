import type { OwnSession } from '#contract/accounts/account.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import {
  removeSessionOf as endSessionOf,
  removeOtherSessionsOf as endOtherSessionsOf,
  selectSessionsOf as readSessionsOf,
} from '#server/accounts/sessions/sessions.queries.ts'
import { isExpired } from '#server/accounts/sessions/sessions.rules.ts'
import { networkOf } from '#server/access/access.public.ts'

const browsers: [name: string, mark: RegExp][] = [
  // The order matters: most browsers also contain the names of others.
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b((Headless)?Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** The sessions of the user, most recently used first, with the network instead of the whole IP. */
export async function listOwnSessions(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
): Promise<OwnSession[]> {
  const now = clock.now()
  const rows = await readSessionsOf(db, actor.id, now)
  const valid = rows.filter(({ createdAt }) => !isExpired(createdAt, actor.permissions, now))
  return valid.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent ?? ''),
    address: row.ip ? networkOf(row.ip) : null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_current: row.hash === actor.sessionHash,
  }))
}

export async function endOwnSession(db: Db, actor: Actor, id: string): Promise<null> {
  return inTransaction(db, async (tx) => {
    if (!(await endSessionOf(tx, actor.id, id))) throw notFound('Session not found')
    await recordEnd(tx, actor, 'signed out one of their devices')
    return null
  })
}

export async function endOtherSessions(db: Db, actor: Actor): Promise<null> {
  return inTransaction(db, async (tx) => {
    await endOtherSessionsOf(tx, actor.id, actor.sessionHash)
    await recordEnd(tx, actor, 'signed out all their other devices')
    return null
  })
}

async function recordEnd(tx: Db, actor: Actor, what: string): Promise<void> {
  await recordActivity(tx, {
    type: 'user',
    action: 'Session Ended',
    description: `${actor.username} ${what}`,
    status: 'info',
    userId: actor.id,
    targetId: actor.id,
    targetType: 'user',
  })
}

/** A short name of browser and system, so that users recognize their devices. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent))?.[0]
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
