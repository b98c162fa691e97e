import {
  collectionLimits,
  type Collection,
  type CollectionEntryValues,
} from '#contract/scripts/collections.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'

import { scheduleAnnouncement } from './announce-collection.ts'
import {
  findOrCreateSaved,
  invalidateCollection,
  lockOwnCollection,
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
} from './collections.queries.ts'
import { readCollection } from './read-collections.ts'

type Entry = CollectionEntryValues

export async function replaceCollectionEntries(
  app: App,
  actor: Actor,
  id: number,
  entries: readonly Entry[],
): Promise<Collection> {
  const now = app.clock.now()
  if (new Set(entries.map(({ scriptId }) => scriptId)).size < entries.length)
    throw invalid({ entries: 'A collection has each script once' })
  await assertLinksAllowed(app, actor, { note: entries.map(({ note }) => note).join('\n\n') })
  await inTransaction(app.db, async (tx) => {
    const collection = await lockOwnCollection(tx, actor, id, now)
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
  return readCollection(app.db, actor, id)
}

export async function addScript(app: App, actor: Actor, id: number, entry: Entry): Promise<Collection> {
  await assertLinksAllowed(app, actor, { note: entry.note })
  await inTransaction(app.db, (tx) => addEntry(tx, app, actor, id, entry))
  return readCollection(app.db, actor, id)
}

/** A script that is saved already keeps its note and its version. */
export async function saveScript(app: App, actor: Actor, scriptId: number): Promise<Collection> {
  const now = app.clock.now()
  const id = await inTransaction(app.db, async (tx) => {
    await requireSession(tx, actor.sessionHash, now)
    const saved = await findOrCreateSaved(tx, actor, now)
    const isSaved = (await selectEntries(tx, saved)).some((entry) => entry.scriptId === scriptId)
    if (!isSaved) await addEntry(tx, app, actor, saved, { scriptId, versionId: null, note: '' })
    return saved
  })
  return readCollection(app.db, actor, id)
}

async function addEntry(tx: Db, app: App, actor: Actor, id: number, entry: Entry): Promise<void> {
  const now = app.clock.now()
  const collection = await lockOwnCollection(tx, actor, id, now)
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
  await recordCollection(tx, actor, id, 'Script Collected', entry.scriptId)
}

export async function removeScript(
  app: App,
  actor: Actor,
  { id, scriptId }: { id: number; scriptId: number },
): Promise<Collection> {
  await inTransaction(app.db, (tx) => removeEntry(tx, app, actor, { id, scriptId }))
  return readCollection(app.db, actor, id)
}

export async function unsaveScript(app: App, actor: Actor, scriptId: number): Promise<{ success: true }> {
  return inTransaction(app.db, async (tx) => {
    await requireSession(tx, actor.sessionHash, app.clock.now())
    const id = await selectSavedId(tx, actor.id)
    if (id !== undefined) await removeEntry(tx, app, actor, { id, scriptId })
    return { success: true }
  })
}

async function removeEntry(
  tx: Db,
  app: App,
  actor: Actor,
  { id, scriptId }: { id: number; scriptId: number },
): Promise<void> {
  const now = app.clock.now()
  const collection = await lockOwnCollection(tx, actor, id, now)
  if (!(await deleteEntry(tx, id, scriptId))) return
  await updateCollection(tx, id, { updatedAt: now })
  await scheduleAnnouncement(tx, collection)
  invalidateCollection(tx, id)
  await recordCollection(tx, actor, id, 'Script Uncollected', scriptId)
}

/** What the collection has stays, also when it is not public any more. */
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
