import { z } from 'zod/mini'

import {
  collectionLimits,
  type Collection,
  type CollectionEntryValues,
} from '#contract/scripts/collections.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { selectNamedUser } from '#server/scripts/authors.queries.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'

import {
  findOrCreateSaved,
  invalidateCollection,
  lockCollection,
  recordCollection,
} from './change-collection.ts'
import {
  deleteEntry,
  replaceEntries,
  selectEntries,
  selectPublicScripts,
  selectPublicVersions,
  selectSavedId,
  updateCollection,
  upsertEntry,
  type EntryRow,
  selectAddedSince,
  selectCollectionForUpdate,
} from './collections.queries.ts'
import { readCollection } from './read-collections.ts'

type Entry = CollectionEntryValues

export async function replaceCollectionEntries(
  app: App,
  sender: Actor,
  id: number,
  entries: readonly Entry[],
): Promise<Collection> {
  if (new Set(entries.map(({ scriptId }) => scriptId)).size < entries.length)
    throw invalid({ entries: 'A collection has each script once' })
  await assertLinksAllowed(app, sender, { note: entries.map(({ note }) => note).join('\n\n') })
  await withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const collection = await lockCollection(write, id)
    const present = await selectEntries(tx, id)
    const problem = await problemOf(tx, present, entries)
    if (problem !== undefined) throw invalid({ entries: problem })
    const before = new Map(present.map((entry) => [entry.scriptId, entry]))
    const dated = entries.map((entry) => ({ ...entry, addedAt: before.get(entry.scriptId)?.addedAt ?? now }))
    await replaceEntries(tx, collection, dated)
    await updateCollection(tx, id, { updatedAt: now })
    // An order or a note is no news.
    const isSame = ({ scriptId, versionId }: Entry) => before.get(scriptId)?.versionId === versionId
    if (entries.length < present.length || !entries.every(isSame)) await scheduleAnnouncement(tx, collection)
    invalidateCollection(tx, id)
    await recordCollection(tx, actor, id, 'Collection Updated')
  })
  return readCollection(app.db, sender, id)
}

export async function addScript(app: App, sender: Actor, id: number, entry: Entry): Promise<Collection> {
  await assertLinksAllowed(app, sender, { note: entry.note })
  await withTransaction(app, sender, {}, (write) => addEntry(write, id, entry))
  return readCollection(app.db, sender, id)
}

/** A script that is saved already keeps its note and its version. */
export async function saveScript(app: App, sender: Actor, scriptId: number): Promise<Collection> {
  const id = await withTransaction(app, sender, {}, async (write) => {
    const saved = await findOrCreateSaved(write)
    const isSaved = (await selectEntries(write.db, saved)).some((entry) => entry.scriptId === scriptId)
    if (!isSaved) await addEntry(write, saved, { scriptId, versionId: null, note: '' })
    return saved
  })
  return readCollection(app.db, sender, id)
}

async function addEntry(write: Write, id: number, entry: Entry): Promise<void> {
  const { db: tx, actor, now } = write
  const collection = await lockCollection(write, id)
  const present = await selectEntries(tx, id)
  const before = present.find(({ scriptId }) => scriptId === entry.scriptId)
  const isNew = before === undefined
  if (isNew && (await selectPublicScripts(tx, [entry.scriptId])).size === 0)
    throw notFound('Script not found')
  const problem = await problemOf(tx, present, [entry])
  if (problem !== undefined) throw invalid({ versionId: problem })
  if (isNew && present.length >= collectionLimits.entriesMax)
    throw conflict(`A collection has at most ${collectionLimits.entriesMax} scripts`)
  await upsertEntry(tx, collection, { ...entry, addedAt: now })
  await updateCollection(tx, id, { updatedAt: now })
  if (before?.versionId !== entry.versionId) await scheduleAnnouncement(tx, collection)
  invalidateCollection(tx, id)
  await recordCollection(tx, actor, id, 'Script Collected', { scriptId: entry.scriptId })
}

export async function removeScript(
  app: App,
  sender: Actor,
  { id, scriptId }: { id: number; scriptId: number },
): Promise<Collection> {
  await withTransaction(app, sender, {}, (write) => removeEntry(write, id, scriptId))
  return readCollection(app.db, sender, id)
}

export async function unsaveScript(app: App, sender: Actor, scriptId: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const id = await selectSavedId(write.db, write.actor.id)
    if (id !== undefined) await removeEntry(write, id, scriptId)
  })
}

async function removeEntry(write: Write, id: number, scriptId: number): Promise<void> {
  const { db: tx, actor, now } = write
  const collection = await lockCollection(write, id)
  if (!(await deleteEntry(tx, id, scriptId))) return
  await updateCollection(tx, id, { updatedAt: now })
  await scheduleAnnouncement(tx, collection)
  invalidateCollection(tx, id)
  await recordCollection(tx, actor, id, 'Script Uncollected', { scriptId })
}

/** A script of the collection stays, also when it is not public any more. */
async function problemOf(
  tx: Db,
  present: readonly EntryRow[],
  entries: readonly Entry[],
): Promise<string | undefined> {
  const added = entries.filter(({ scriptId }) => present.every((entry) => entry.scriptId !== scriptId))
  const known = await selectPublicScripts(
    tx,
    added.map(({ scriptId }) => scriptId),
  )
  const missing = added.find(({ scriptId }) => !known.has(scriptId))
  if (missing) return `Script ${missing.scriptId} does not exist`
  const fixed = entries.filter(
    ({ scriptId, versionId }) =>
      versionId !== null &&
      present.every((entry) => entry.scriptId !== scriptId || entry.versionId !== versionId),
  )
  const scriptOf = await selectPublicVersions(
    tx,
    fixed.flatMap(({ versionId }) => versionId ?? []),
  )
  const wrong = fixed.find(({ scriptId, versionId }) => scriptOf.get(versionId ?? 0) !== scriptId)
  return wrong && `Version ${wrong.versionId} is not a public version of script ${wrong.scriptId}`
}

const announceCollectionJob = 'announce-collection'

/** Changes within this time are one notification. */
const delaySeconds = 600
/** Names in one notification. */
const namesMax = 5

const Payload = z.object({ id: z.int() })

type CollectionRow = NonNullable<Awaited<ReturnType<typeof selectCollectionForUpdate>>>

const isPublic = ({ visibility, removedAt }: CollectionRow) => visibility === 'public' && removedAt === null

/** The first change determines the time. */
async function scheduleAnnouncement(tx: Db, collection: CollectionRow): Promise<void> {
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
        owner: (await selectNamedUser(tx, userId))?.username ?? '',
        added: names.slice(0, namesMax),
        more: Math.max(0, names.length - namesMax),
        changedAt: updatedAt.toISOString(),
      }
      await emitEvent(tx, { kind: 'collection-changed', actorId: userId, data }, now)
    })
  },
}
