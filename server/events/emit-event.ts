import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'

import type { Event } from './event.ts'
import { insertEvent } from './events.queries.ts'

/** The job is in `notifications`, which knows who is notified. */
export const dispatchEventJob = 'dispatch-event'

/** Call it in the transaction of the change: the event and its job exist only after the commit. */
export async function emitEvent(tx: Db, event: Event, now: Date): Promise<void> {
  const id = await insertEvent(tx, { ...event, createdAt: now })
  await enqueueJob(tx, dispatchEventJob, { id })
}
