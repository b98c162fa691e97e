import type { activityTargets } from '#contract/activities.ts'
import type { Db } from '#platform/database.ts'

import { activities } from './activities.tables.ts'

export type NewActivity = {
  type: (typeof activities.$inferInsert)['type']
  action: string
  description?: string
  status?: (typeof activities.$inferInsert)['status']
  /** Who did it; null for nobody signed in. */
  userId: number | null
  targetId?: number
  targetType?: (typeof activityTargets)[number]
  metadata?: Record<string, unknown>
}

/** Writes one line of the log. Call it in the transaction of the change it tells of. */
export async function insertActivity(db: Db, activity: NewActivity): Promise<void> {
  await db.insert(activities).values(activity)
}
