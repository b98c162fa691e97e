import type { Db } from '#platform/database/database.ts'

import { emitEvent } from './emit-event.ts'
import type { Event, StaffChange } from './event.ts'

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
  const subject = { actorId, scriptId: null, versionId: null, userId: targetId }
  await emitEvent(tx, { kind: 'account-sanctioned', ...subject, data }, now)
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
  const subject = { actorId, scriptId: null, versionId: null, userId: targetId }
  await emitEvent(tx, { kind: 'account-changed', ...subject, data: { changes, isUndo } }, now)
}
