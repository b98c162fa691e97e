import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'

import { staffKinds, type Event, type StaffRole } from './event.ts'
import { insertEvent, selectIsAdministrator } from './events.queries.ts'

/** The job is in `notifications`, which knows who is notified. */
export const dispatchEventJob = 'dispatch-event'

/** Removes the notifications about an entry of the blocklist; in `notifications` too. */
export const withdrawNotificationsJob = 'withdraw-notifications'

/** Call it in the transaction of the change: the event and its job exist only after the commit. */
export async function emitEvent(tx: Db, event: Event, now: Date): Promise<void> {
  const data = { ...event.data, ...(await roleOf(tx, event)) }
  const id = await insertEvent(tx, { ...event, data, createdAt: now })
  await enqueueJob(tx, dispatchEventJob, { id })
}

async function roleOf(tx: Db, { actorId, kind }: Event): Promise<{ role: StaffRole } | undefined> {
  if (actorId === null || !staffKinds.has(kind)) return undefined
  return { role: (await selectIsAdministrator(tx, actorId)) ? 'administrator' : 'moderator' }
}
