import { z } from 'zod/mini'

import { inTransaction, type Db } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { emitEvent } from '#server/records/records.public.ts'

import {
  selectAddedSince,
  selectCollectionForUpdate,
  selectOwnerName,
  updateCollection,
} from './collections.queries.ts'

export const announceCollectionJob = 'announce-collection'

/** Changes within this time are one notification. */
const delaySeconds = 600
/** Names in one notification. */
const namesMax = 5

const Payload = z.object({ id: z.int() })

type Collection = NonNullable<Awaited<ReturnType<typeof selectCollectionForUpdate>>>

const isPublic = ({ visibility, removedAt }: Collection) => visibility === 'public' && removedAt === null

/** The first change determines the time. */
export async function scheduleAnnouncement(tx: Db, collection: Collection): Promise<void> {
  const { id, followers } = collection
  if (followers === 0 || !isPublic(collection)) return
  const key = `announce collection ${id}`
  await enqueueJob(tx, announceCollectionJob, { id }, { key, keepsTime: true, delaySeconds, priority: 5 })
}

/** Tells the followers of a collection which scripts were added to it, or that others changed. */
export const announceCollection: Job = {
  name: announceCollectionJob,
  async run({ db, clock }, payload) {
    const { id } = Payload.parse(payload)
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      const collection = await selectCollectionForUpdate(tx, id)
      if (!collection || !isPublic(collection)) return
      const { userId, title, announcedAt, createdAt, updatedAt } = collection
      const names = await selectAddedSince(tx, id, announcedAt ?? createdAt)
      await updateCollection(tx, id, { announcedAt: now })
      const data = {
        collectionId: id,
        collection: title,
        owner: await selectOwnerName(tx, userId),
        added: names.slice(0, namesMax),
        more: Math.max(0, names.length - namesMax),
        changedAt: updatedAt.toISOString(),
      }
      const subject = { actorId: userId, scriptId: null, versionId: null }
      await emitEvent(tx, { kind: 'collection-changed', ...subject, data }, now)
    })
  },
}
