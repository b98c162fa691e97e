import type { Reply } from '#contract/endpoint.ts'
import { pagination } from '#contract/fields.ts'
import type { userAdminApi, UserQuery } from '#contract/user-admin.ts'
import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import { showUser } from './show-user.ts'
import {
  selectAdministratorIds,
  selectExceptionCount,
  selectUserCount,
  selectUserPage,
  selectUserTotals,
} from './user-admin.queries.ts'

/** Active this week: 7 whole days or fewer since the last visit (back-office.md, section 9). */
const activeWithin = 8 * day

export async function listUsers(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  actor: Actor,
  query: UserQuery,
): Promise<Reply<typeof userAdminApi.list>> {
  const now = clock.now()
  const adminIds = await selectAdministratorIds(db, now)
  const [rows, totals] = await Promise.all([
    selectUserPage(db, query, adminIds, now),
    selectUserTotals(db, after(now, -activeWithin)),
  ])
  const matching = await countMatching(db, query, adminIds, { now, total: totals.total })
  return {
    users: rows.map((row) => showUser(row, actor, now)),
    pagination: pagination(query.page, query.limit, matching),
    stats: { ...totals, admins: adminIds.length },
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
