import { pagination, type Pagination } from '#contract/platform/fields.ts'
import {
  activityLimits,
  type Activity,
  type ActivityFilter,
  type ActivityQuery,
  type ActivityReport,
} from '#contract/records/activities.ts'
import type { Actor, Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, second } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import { ipKey } from '#platform/rate-limits/policies.ts'

import { cleanMetadata, mayReport, metadataProblem } from './activities.rules.ts'
import {
  selectActivityCount,
  selectActivityPage,
  type LogFilter,
  selectExportBatch,
  type ExportedActivity,
  type LogCursor,
  insertReport,
  selectServerActivity,
} from './activity-log.queries.ts'

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

function filterOf(query: ActivityFilter): LogFilter {
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

// A cell that starts like this is a formula, which can send the data to another site (OWASP, CSV Injection).
const startsFormula = /^\s*[=+\-@＝＋－＠|%]|^\s/

const perUser = { calls: 6, perSeconds: 60 }
const batchSize = 1_000

const columns = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  type: ({ type }) => type,
  status: ({ status }) => status,
  source: ({ source }) => source,
  action: ({ action }) => action,
  username: ({ username }) => username,
  description: ({ description }) => description,
  target_type: ({ targetType }) => targetType,
  target_id: ({ targetId }) => targetId,
  metadata: ({ metadata }) => JSON.stringify(metadata),
} as const satisfies Record<string, (activity: ExportedActivity) => string | number | null>

/** The filtered log as CSV, newest first. The next batch is read when the client has received the previous one. */
export async function exportActivities(
  { db, localLimiter }: Pick<App, 'db' | 'localLimiter'>,
  actor: Pick<Actor, 'id'>,
  filter: ActivityFilter,
): Promise<AsyncIterable<string>> {
  localLimiter.consume('export', `user ${actor.id}`, perUser)
  return csvChunks(db, filterOf(filter))
}

async function* csvChunks(db: App['db'], filter: ReturnType<typeof filterOf>): AsyncGenerator<string> {
  let cursor: LogCursor | undefined
  let header = csvRow(Object.keys(columns))
  for (let written = 0; written < activityLimits.exportedMax; written += batchSize) {
    const batch = await selectExportBatch(db, filter, cursor, batchSize)
    yield header + batch.map(toRow).join('')
    header = ''
    cursor = batch.at(-1)?.cursor
    if (batch.length < batchSize) return
  }
}

function toRow(activity: ExportedActivity): string {
  return csvRow(Object.values(columns).map((cellOf) => cellOf(activity)))
}

/** A row of CSV (RFC 4180) that spreadsheets do not interpret as formulas. */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`
}

function csvCell(text: string): string {
  const escaped = startsFormula.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

const perIp = { calls: 30, perSeconds: 60 }
/** A report within this time after the server's own activity of the same kind is a duplicate. */
const duplicateWindow = 60 * second

/** Returns the activity of the server instead of a duplicate. */
export async function reportActivity(
  { db, localLimiter }: Pick<App, 'db' | 'localLimiter'>,
  actor: Actor | null,
  client: Client,
  report: ActivityReport,
): Promise<Activity> {
  localLimiter.consume('activity', ipKey(client.ip), perIp)
  if (!mayReport(actor, report)) throw forbidden('This activity is not yours to report')
  const problem = metadataProblem(report.metadata)
  if (problem !== undefined) throw invalid({ metadata: problem })

  const { target_id: targetId = null, target_type: targetType = null, ...fields } = report
  const target = { action: fields.action, targetId }
  const existing = actor && (await selectServerActivity(db, actor, target, duplicateWindow))
  if (existing) return existing
  return insertReport(db, actor, {
    ...fields,
    metadata: cleanMetadata(fields.metadata),
    targetId,
    targetType,
  })
}
