import type { Reply } from '#contract/platform/endpoint.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { UserQuery, userAdminApi } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { after, day, second } from '#platform/clock.ts'

import { serializeUser } from './read-user.ts'
import {
  isBounded,
  selectActiveCount,
  selectAdministratorIds,
  selectExceptionCount,
  selectUserCount,
  selectUserPage,
  selectUserTotal,
} from './user-admin.queries.ts'

/** "Active this week" means at most 7 whole days since the last visit. */
const activeWithin = 8 * day

/** The count is cached, because it scans a large part of the users and changes with every visit. */
const cacheLifetime = 30 * second

type CachedCount = { count: Promise<number>; expiresAt: Date }

const cacheOf = lazySingleton((): { latest: CachedCount | undefined } => ({ latest: undefined }))

/** Concurrent calls share one count. */
function countActiveThisWeek(app: App): Promise<number> {
  const cache = cacheOf(app)
  const now = app.clock.now()
  if (cache.latest && now < cache.latest.expiresAt) return cache.latest.count
  const count = selectActiveCount(app.db, after(now, -activeWithin))
  const entry = { count, expiresAt: after(now, cacheLifetime) }
  cache.latest = entry
  count.catch(() => {
    if (cache.latest === entry) cache.latest = undefined
  })
  return count
}

export async function listUsers(
  app: App,
  actor: Actor,
  query: UserQuery,
): Promise<Reply<typeof userAdminApi.list>> {
  const { db, clock } = app
  const now = clock.now()
  const adminIds = await selectAdministratorIds(db, now)
  const rows = await selectUserPage(db, query, adminIds, now)
  const total = await selectUserTotal(db)
  const activeThisWeek = await countActiveThisWeek(app)
  const matching = await countMatching(db, query, adminIds, { now, total })
  return {
    users: rows.map((row) => serializeUser(row, actor, now)),
    pagination: pagination(query.page, query.limit, matching),
    stats: { total, admins: adminIds.length, activeThisWeek },
  }
}

/** Large lists are counted as the total minus the exceptions, which are few. */
async function countMatching(
  db: Db,
  query: UserQuery,
  adminIds: readonly number[],
  { now, total }: { now: Date; total: number },
): Promise<number> {
  const { role, status } = query
  const isLarge = !isBounded(query) && role !== 'admin' && (status === 'all' || status === 'active')
  if (!isLarge) return selectUserCount(db, query, adminIds, now)
  if (role === 'all' && status === 'all') return total
  return total - (await selectExceptionCount(db, query, adminIds, now))
}
