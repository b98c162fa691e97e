import type { Reply } from '#contract/endpoint.ts'
import { pagination } from '#contract/fields.ts'
import type { userAdminApi, UserQuery } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import { countActiveThisWeek } from './count-active.ts'
import { showUser } from './show-user.ts'
import {
  selectAdministratorIds,
  selectExceptionCount,
  selectUserCount,
  selectUserPage,
  selectUserTotal,
} from './user-admin.queries.ts'

export async function listUsers(
  hub: Hub,
  actor: Actor,
  query: UserQuery,
): Promise<Reply<typeof userAdminApi.list>> {
  const { db, clock } = hub
  const now = clock.now()
  const adminIds = await selectAdministratorIds(db, now)
  const rows = await selectUserPage(db, query, adminIds, now)
  const total = await selectUserTotal(db)
  const activeThisWeek = await countActiveThisWeek(hub)
  const matching = await countMatching(db, query, adminIds, { now, total })
  return {
    users: rows.map((row) => showUser(row, actor, now)),
    pagination: pagination(query.page, query.limit, matching),
    stats: { total, admins: adminIds.length, activeThisWeek },
  }
}

/** Whatever can be counted by its exceptions is: they are few on a site of any size. */
async function countMatching(
  db: Db,
  query: UserQuery,
  adminIds: readonly number[],
  { now, total }: { now: Date; total: number },
): Promise<number> {
  const { q, role, status } = query
  const isLarge = !q && role !== 'admin' && (status === 'all' || status === 'active')
  if (!isLarge) return selectUserCount(db, query, adminIds, now)
  if (role === 'all' && status === 'all') return total
  return total - (await selectExceptionCount(db, query, adminIds, now))
}
