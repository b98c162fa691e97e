import {
  activityLimits,
  type Activity,
  type ActivityFilter,
  type ActivityQuery,
} from '#contract/records/activities.ts'
import { pagination, type Pagination } from '#contract/platform/fields.ts'
import { after } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'

import { selectActivityCount, selectActivityPage, type LogFilter } from './activity-log.queries.ts'

export function listRecentActivities(
  db: Db,
  { limit, ...query }: Pick<ActivityQuery, 'limit' | 'usage'>,
): Promise<Activity[]> {
  return selectActivityPage(db, filterOf(query), { limit, offset: 0 })
}

/**
 * Count and pages end at 10,000 activities, so that the cost does not grow with the log. `until` gives access to older
 * activities.
 */
export function listActivities(
  db: Db,
  { page, limit, ...query }: ActivityQuery,
): Promise<{ activities: Activity[]; pagination: Pagination }> {
  return readPage(db, filterOf(query), { page, limit })
}

/** What the authors of a script can read of its history, with all metadata. */
export function listScriptChanges(
  db: Db,
  scriptId: number,
  part: Part,
): Promise<{ activities: Activity[]; pagination: Pagination }> {
  // Without likes, by the index of edits.
  const filter = {
    targetType: 'script',
    targetId: scriptId,
    areLikesHidden: true,
    isForAuthors: true,
  } as const
  return readPage(db, filter, part)
}

type Part = { page: number; limit: number }

async function readPage(
  db: Db,
  filter: LogFilter,
  { page, limit }: Part,
): Promise<{ activities: Activity[]; pagination: Pagination }> {
  const total = await selectActivityCount(db, filter, activityLimits.listedMax)
  const offset = (page - 1) * limit
  const onPage = Math.min(limit, total - offset)
  const activities = onPage > 0 ? await selectActivityPage(db, filter, { limit: onPage, offset }) : []
  return { activities, pagination: pagination(page, limit, total) }
}

export function filterOf(query: ActivityFilter): LogFilter {
  const { type, status, until, usage, user, action } = query
  const [targetType, targetId] = [query.target_type, query.target_id]
  return {
    type,
    status,
    // Responses contain milliseconds, rows microseconds: the whole millisecond is included.
    before: until === undefined ? undefined : after(new Date(until), 1),
    isUsageHidden: usage === 'hidden' || targetId !== undefined ? true : undefined,
    areLikesHidden: targetId !== undefined && !action ? true : undefined,
    userKey: user?.toLowerCase() || undefined,
    action: action || undefined,
    ...(targetType === 'group' && targetId !== undefined ? { groupId: targetId } : { targetType, targetId }),
  }
}
