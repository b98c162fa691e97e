import type { DailyStats } from '#contract/records/stats.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { insertActivity as recordActivity } from '#server/records/activities/activities.queries.ts'

import { takeSnapshot } from './take-snapshot.ts'

export async function createSnapshot(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
): Promise<DailyStats> {
  return inTransaction(db, async (tx) => {
    const snapshot = await takeSnapshot(tx, clock.now())
    await recordActivity(tx, {
      type: 'system',
      action: 'Statistics Snapshot',
      description: `${username} created a statistics snapshot`,
      status: 'success',
      userId,
      targetType: 'system',
      metadata: snapshot,
    })
    return snapshot
  })
}
