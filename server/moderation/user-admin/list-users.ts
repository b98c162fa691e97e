import type { Reply } from '#contract/platform/endpoint.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { userAdminApi, UserQuery } from '#contract/moderation/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { countActiveThisWeek } from './count-active.ts'
import { serializeUser } from './serialize-user.ts'
import {
  isBounded,
  selectAdministratorIds,
  selectExceptionCount,
  selectUserCount,
  selectUserPage,
  selectUserTotal,
} from './user-admin.queries.ts'

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
