import { activityLimits, type ActivityFilter } from '#contract/activities.ts'
import type { Actor } from '#platform/actor.ts'
import type { Hub } from '#platform/hub.ts'

import { filterOf } from './list-activities.ts'
import { selectExportPart, type ExportedActivity, type LogPlace } from './activity-log.queries.ts'
import { tableRow } from './activity-table.rules.ts'

const perUser = { calls: 6, perSeconds: 60 }
const readAtOnce = 1_000

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

/** The filtered log as a table, newest first; read part by part, as fast as it is taken. */
export async function exportActivities(
  { db, floods }: Pick<Hub, 'db' | 'floods'>,
  actor: Pick<Actor, 'id'>,
  filter: ActivityFilter,
): Promise<AsyncIterable<string>> {
  floods.take('export', `user ${actor.id}`, perUser)
  return writeTable(db, filterOf(filter))
}

async function* writeTable(db: Hub['db'], filter: ReturnType<typeof filterOf>): AsyncGenerator<string> {
  let place: LogPlace | undefined
  let head = tableRow(Object.keys(columns))
  for (let written = 0; written < activityLimits.exportedMax; written += readAtOnce) {
    const part = await selectExportPart(db, filter, place, readAtOnce)
    yield head + part.map(toRow).join('')
    head = ''
    place = part.at(-1)?.place
    if (part.length < readAtOnce) return
  }
}

function toRow(activity: ExportedActivity): string {
  return tableRow(Object.values(columns).map((cellOf) => cellOf(activity)))
}
