import type { OwnSession } from '#contract/accounts/account.ts'
import type { Client, Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, dateText } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { networkOf } from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { tokenEndsTexts } from '#server/accounts/accounts.texts.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import { endOfSession, isExpired } from './authenticate.ts'
import {
  updateWarned,
  insertSession,
  removeOldestSessions,
  removeSession,
  removeEndedSessions,
  removeSignInAttempts,
  removeSessionOf as endSessionOf,
  removeOtherSessionsOf as endOtherSessionsOf,
  selectSessionsOf as readSessionsOf,
} from './sessions.queries.ts'
import { hashSecret, newSessionSecret, signToken } from './tokens.ts'

const sessionsMax = 10

/** The client of a sign-in and the session that it already has, if any. */
export type SignInContext = Client & { replaces?: string | undefined }

/** Creates a session and the token with its secret. */
export async function startSession(
  db: Db,
  app: Pick<App, 'clock' | 'secrets'>,
  user: { id: number; holdsAdminKey: boolean },
  client: SignInContext,
): Promise<{ token: string; sessionHash: string }> {
  const issuedAt = app.clock.now()
  const expiresAt = endOfSession(issuedAt, user.holdsAdminKey)
  const secret = newSessionSecret()
  const hash = hashSecret(secret)
  const { ip, userAgent, replaces } = client
  // The client discards the token of its previous session.
  if (replaces !== undefined) await removeSession(db, replaces)
  // Before the new one, which is never the one to go when others began at the same time.
  await removeOldestSessions(db, user.id, sessionsMax - 1)
  await insertSession(db, {
    hash,
    userId: user.id,
    createdAt: issuedAt,
    lastSeenAt: issuedAt,
    expiresAt,
    ip,
    userAgent,
  })
  const token = await signToken(app.secrets.tokens, { userId: user.id, secret, issuedAt, expiresAt })
  return { token, sessionHash: hash }
}

const noticeBefore = 3 * day
const batchSize = 100

/** Emails about access tokens that end within three days: one for each. */
export async function mailEndingTokens(app: App): Promise<void> {
  const now = app.clock.now()
  const batch = { now, before: after(now, noticeBefore), limit: batchSize }
  for (let sent = batchSize; sent === batchSize && !app.draining.aborted;)
    sent = await inTransaction(app.db, async (tx) => {
      const ending = await updateWarned(tx, batch)
      for (const { name, expiresAt, ...user } of ending)
        await mailUser(tx, app, user, tokenEndsTexts(name ?? '', dateText(expiresAt)))
      return ending.length
    })
}

/** Sign-in attempts contain IPs; the success rate of sign-ins covers the same time. */
const attemptRetention = 90 * day

export async function sweepSessions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await removeEndedSessions(db, now)
  await removeSignInAttempts(db, after(now, -attemptRetention))
}

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
    ...ownAct(actor),
    action: 'Session Ended',
    description: `${actor.username} ${what}`,
    status: 'info',
  })
}

/** A short name of browser and system, so that users recognize their devices. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent))?.[0]
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
