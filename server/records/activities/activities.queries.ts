import type { activityTargets } from '#contract/records/activities.ts'
import type { Db } from '#platform/database/database.ts'

import { activities } from './activities.tables.ts'

export type NewActivity = {
  type: (typeof activities.$inferInsert)['type']
  action: string
  description?: string
  status?: (typeof activities.$inferInsert)['status']
  /** The acting user; null for a visitor. */
  userId: number | null
  targetId?: number
  targetType?: (typeof activityTargets)[number]
  metadata?: Record<string, unknown>
}

/** Call this in the transaction of the change that it records. */
export async function insertActivity(db: Db, activity: NewActivity): Promise<void> {
  await db.insert(activities).values(activity)
}

export async function insertActivities(db: Db, rows: readonly NewActivity[]): Promise<void> {
  if (rows.length > 0) await db.insert(activities).values([...rows])
}
