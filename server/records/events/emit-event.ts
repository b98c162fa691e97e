import type { Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { staffKinds, type Event, type StaffRole, type StaffChange, EventContent } from './event.ts'
import { insertEvent, selectIsAdministrator, selectEvent, removeEventsBefore } from './events.queries.ts'
import { z } from 'zod/mini'
import { after, day } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

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

type Ids = { actorId: number; targetId: number }
type Data = Extract<Event, { kind: 'account-sanctioned' }>['data']

export type Sanction = Pick<Data, 'sanction' | 'reason'> & {
  until: Date | null
  /** Scripts that were hidden or restored in the same act. */
  scripts?: number
  hiddenFor?: Data['hiddenFor']
}

/** For the user, once for each act: scripts that were hidden or restored with it are in the same message. */
export async function emitSanction(
  tx: Db,
  { actorId, targetId }: Ids,
  { until, ...sanction }: Sanction,
  now: Date,
): Promise<void> {
  const data = { ...sanction, until: until?.toISOString() ?? null }
  await emitEvent(tx, { kind: 'account-sanctioned', actorId, userId: targetId, data }, now)
}

/** For the user. Nothing is sent without changes. */
export async function emitAccountChange(
  tx: Db,
  { actorId, targetId }: Ids,
  changes: StaffChange[],
  now: Date,
  { isUndo = false } = {},
): Promise<void> {
  if (changes.length === 0) return
  const data = { changes, isUndo }
  await emitEvent(tx, { kind: 'account-changed', actorId, userId: targetId, data }, now)
}

const id = z.nullable(z.int())
const Subject = z.object({ actorId: id, scriptId: id, versionId: id, caseId: id, userId: id })

/** Undefined for an event that is no longer stored. */
export async function readEvent(db: Db, eventId: number) {
  const row = await selectEvent(db, eventId)
  return (
    row && { id: eventId, createdAt: row.createdAt, ...Subject.parse(row), content: EventContent.parse(row) }
  )
}

const retention = 30 * day
const batchSize = 5000

/** Runs daily. */
export async function purgeEvents({ db, clock }: App): Promise<void> {
  const before = after(clock.now(), -retention)
  while ((await removeEventsBefore(db, before, batchSize)) === batchSize);
}
