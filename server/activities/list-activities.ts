import {
  activityLimits,
  type Activity,
  type ActivityFilter,
  type ActivityQuery,
} from '#contract/activities.ts'
import { pagination, type Pagination } from '#contract/fields.ts'
import { after } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'

import { selectActivityCount, selectActivityPage, type LogFilter } from './activity-log.queries.ts'

/** The newest activities, whatever they are. */
export function listRecentActivities(db: Db, limit: number): Promise<Activity[]> {
  return selectActivityPage(db, {}, { limit, offset: 0 })
}

/**
 * A page of the log. A log grows without end, so neither count nor pages go further than the first 10,000: a
 * page costs the same in every year. What is older is reached by asking for what came until then.
 */
export async function listActivities(
  db: Db,
  { page, limit, ...given }: ActivityQuery,
): Promise<{ activities: Activity[]; pagination: Pagination }> {
  const filter = filterOf(given)
  const total = await selectActivityCount(db, filter, activityLimits.listedMax)
  const offset = (page - 1) * limit
  const onPage = Math.min(limit, total - offset)
  const activities = onPage > 0 ? await selectActivityPage(db, filter, { limit: onPage, offset }) : []
  return { activities, pagination: pagination(page, limit, total) }
}

export function filterOf({ type, status, until }: ActivityFilter): LogFilter {
  // Answers tell times in milliseconds, the rows know them finer: the whole millisecond belongs to it.
  return { type, status, before: until === undefined ? undefined : after(new Date(until), 1) }
}
