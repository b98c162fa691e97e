import { z } from 'zod/mini'

import { topicOfKind } from '#contract/site/notification-settings.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.ts'
import { lockListedEntry } from '#server/archives/archives.public.ts'
import { EventContent, withdrawNotificationsJob } from '#server/records/records.public.ts'
import {
  insertForUser,
  removeNotificationsOf,
  selectNotificationForUpdate,
  updateMerged,
  selectChannels,
} from '#server/site/notifications/notifications.queries.ts'

/** Versions that one notification counts. */
const versionsMax = 1000

/** Notifications that one transaction removes. */
const batchSize = 1000

type Finding = Extract<EventContent, { kind: 'finding-raised' }>
type Subject = { id: number; versionId: number | null; userId: number }

/**
 * One notification for all versions of an author that an entry of the blocklist, or a rule set, marks. None for an entry
 * that was removed meanwhile.
 */
export async function notifyOfFinding(
  app: App,
  { id, versionId, userId }: Subject,
  { kind, data }: Finding,
  path: string,
): Promise<void> {
  const now = app.clock.now()
  await inTransaction(app.db, async (tx) => {
    if (data.entryId !== undefined && !(await lockListedEntry(tx, data.entryId))) return
    const eventId = causeOf(data) ?? id
    const versionIds = versionId === null ? [] : [versionId]
    const shared = { kind, data: { ...data, versionIds }, eventId, path }
    const channels = await selectChannels(tx, userId, topicOfKind[kind])
    if (await insertForUser(tx, shared, userId, now, { ...channels, isMailed: false })) return
    const row = await selectNotificationForUpdate(tx, eventId, userId)
    const known = row && EventContent.parse(row)
    if (!row || known?.kind !== kind || versionId === null) return
    const { versionIds: counted } = known.data
    if (counted.includes(versionId) || counted.length === versionsMax) return
    await updateMerged(tx, row.id, { ...known.data, versionIds: [...counted, versionId] })
  })
}

/** Negative, because it stands for many events: entries of the blocklist below, rule sets far below them. */
function causeOf({ entryId, rules }: Finding['data']): number | undefined {
  if (entryId !== undefined) return -entryId
  return rules === undefined ? undefined : -(2 ** 32) - rules
}

const Payload = z.object({ entryId: z.int() })

export const withdrawNotifications: Job = {
  name: withdrawNotificationsJob,
  async run({ db }, payload) {
    const { entryId } = Payload.parse(payload)
    const removed = await removeNotificationsOf(db, -entryId, batchSize)
    if (removed === batchSize) await enqueueJob(db, withdrawNotificationsJob, { entryId })
  },
}
