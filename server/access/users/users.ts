import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { after, day } from '#platform/clock.ts'
import { violatedConstraint } from '#platform/database/database-errors.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { invalid, type FieldMessages, HttpError } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'

import { selectRegisteredAt, selectWholeIps, updateIp } from './users.queries.ts'
import { networkOf } from './users.rules.ts'

const usernameTaken = { username: 'Username is already taken' }
const emailTaken = { email: 'Email is already registered' }

export function assertUnique(taken: { username: boolean; email: boolean }): void {
  if (!taken.username && !taken.email) return
  throw invalid({ ...(taken.username && usernameTaken), ...(taken.email && emailTaken) }, 'conflict')
}

const messages: Record<string, FieldMessages> = {
  users_username_key: usernameTaken,
  users_email_key: emailTaken,
}

/**
 * Runs a transaction that writes a username or an email address, and turns unique violations of concurrent writes into
 * the same errors as `assertUnique`.
 */
export async function withUniqueErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const fields = messages[violatedConstraint(error) ?? '']
    throw fields ? invalid(fields, 'conflict') : error
  }
}

let disposable: Promise<ReadonlySet<string>> | undefined

/** For addresses that users choose themselves. */
export async function assertPermanentEmail(email: string): Promise<void> {
  if (await isDisposableEmail(email))
    throw invalid({ email: 'Please use a permanent email address. Addresses of this provider expire.' })
}

/** Returns whether a domain of the address, or one that it is a subdomain of, gives out addresses for a few minutes. */
async function isDisposableEmail(email: string): Promise<boolean> {
  disposable ??= readDomains()
  const domains = await disposable
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')))
}

/** Loaded on first use: it takes a megabyte of memory. */
async function readDomains(): Promise<ReadonlySet<string>> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  return disposableEmailBlocklistSet()
}

/** The error for a user with a valid session whose account is restricted, or undefined. */
export function accountStatusError({ status, ban }: { status: string; ban: unknown }): HttpError | undefined {
  if (status === 'inactive') return new HttpError('inactive', 'Account inactive')
  if (status === 'suspended') return new HttpError('suspended', 'Account suspended')
  if (ban) return new HttpError('banned', 'Account suspended')
  return undefined
}

/**
 * Until when the limits of new accounts apply; undefined if they do not. Moderators and trusted authors have none.
 */
export async function newAccountUntil(
  { db, settings, clock }: Pick<App, 'db' | 'settings' | 'clock'>,
  { id, permissions }: Pick<Actor, 'id' | 'permissions'>,
): Promise<Date | undefined> {
  if (settings.newAccountDays === 0) return undefined
  if (permissions.has('scripts.trusted') || permissions.has('admin.scripts.moderate')) return undefined
  const registeredAt = await selectRegisteredAt(db, id)
  const until = registeredAt && after(registeredAt, settings.newAccountDays * day)
  return until && until > clock.now() ? until : undefined
}

/** The cache tag of responses about one user. */
export function userTag(userId: number): CacheTag {
  return `user:${userId}`
}

/** The cache tag of responses with author names, for example script lists. */
export const authorsTag: CacheTag = 'authors'

export function invalidateUser(tx: Db, userId: number): void {
  invalidate(tx, userTag(userId))
}

/** The job that finds the scripts of an author under the new name. */
export const reindexAuthorJob = 'reindex-author'

export async function onRenamed(tx: Db, userId: number): Promise<void> {
  invalidate(tx, userTag(userId), authorsTag)
  await enqueueJob(tx, reindexAuthorJob, { userId })
}

/** After this time an IP is replaced by its network (docs/domain-rules.md, Retention). */
const retention = 90 * day

export async function anonymizeIps({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = after(clock.now(), -retention)
  for (const user of await selectWholeIps(db, before)) {
    const { id, registrationIp, createdAt, lastLoginIp, lastLoginAt } = user
    if (registrationIp !== null && createdAt < before)
      await updateIp(db, id, 'registrationIp', registrationIp, networkOf(registrationIp))
    if (lastLoginIp !== null && lastLoginAt !== null && lastLoginAt < before)
      await updateIp(db, id, 'lastLoginIp', lastLoginIp, networkOf(lastLoginIp))
  }
}
