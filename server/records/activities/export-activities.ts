import { activityLimits, type ActivityFilter } from '#contract/records/activities.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'

import { filterOf } from './list-activities.ts'
import { selectExportBatch, type ExportedActivity, type LogCursor } from './activity-log.queries.ts'

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
