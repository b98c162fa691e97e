import type { IncomingMessage } from 'node:http'

import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import {
  fileMessages,
  noDetails,
  ScriptChange,
  scriptLimits,
  type ScriptDetails,
} from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { changedValues, onScript, recordActivity, type StaffChange } from '#server/records/records.public.ts'
import { lockCategoryByName as lockCategory } from '#server/scripts/categories.queries.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import {
  type ImageRow,
  insertImages,
  removeImages,
  selectDescription,
  selectOwnership,
  selectImages,
  selectScriptForUpdate,
  updateImageOrder,
  updateScript,
  updateScriptDetails,
} from '#server/scripts/script-rows.queries.ts'
import { countScripts, type CountedScript } from '#server/scripts/script-counts.queries.ts'
import { isAuthor, requireManagement, requireUpload } from '#server/scripts/scripts.rules.ts'
import { invalidateScriptEdit } from '#server/scripts/script-tags.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { removeFilesAfter } from '#server/scripts/file-sweep/sweep-files.ts'
import { selectCurrentChangelog, updateCurrentVersion } from '#server/scripts/version-rows.queries.ts'
import { addVersion } from '#server/scripts/versions/add-version.ts'
import { emitScriptChange } from '#server/scripts/versions/version-events.ts'
import { updateScriptDoc } from '#server/scripts/script-search/documents.queries.ts'
import { writeAttributes } from '#server/scripts/write-attributes.ts'

import {
  checkArchive,
  claimUpload,
  storeArchive,
  type StoredArchive,
  receiveScriptForm,
  storeImages,
} from './script-form.ts'
import { staleFields } from './optimistic-lock.rules.ts'

type Values = { old: object; new: object }
type Files = { hasImages: boolean; archiveVersion: string | undefined }

const labels = new Map([
  ['name', 'Name'],
  ['version', 'Version'],
  ['script_status', 'Status'],
  ['category', 'Category'],
  ['tags', 'Tags'],
  ['license', 'Licence'],
  ['sourceUrl', 'Source repository'],
  ['documentationUrl', 'Documentation link'],
  ['supportUrl', 'Support link'],
])

/**
 * Changes the fields that were sent. New images replace all images, unless `imageOrder` gives them a place among the
 * others; `removeImages` removes some. One image must remain.
 */
export async function editScript(
  app: App,
  actor: Actor,
  id: number,
  request: IncomingMessage,
): Promise<Script> {
  // Checked before the body is read, to reject large uploads early, and again in the transaction.
  const { userId } = requireManagement(actor, await selectOwnership(app.db, id))
  const form = await receiveScriptForm(app, request, ScriptChange, { archive: false, images: false })
  try {
    const checked = await checkArchive(app, actor, form, { scriptId: id, userId })
    await withNewFiles(app, async (newFiles) => {
      const images = await storeImages(app, newFiles, form.images)
      const archive = checked && (await storeArchive(app, newFiles, checked))
      const { settings, clock } = app
      await withTransaction(app, actor, { newFiles }, async (write) => {
        await assertLinksAllowed({ db: write.db, settings, clock }, write.actor, form.fields)
        await applyChange(write, app, id, { fields: form.fields, archive, images })
      })
    })
    return await readScript(app.db, actor, id)
  } finally {
    await form.discard()
  }
}

/** Sets fields back to earlier values, unless they differ from `expected`. The caller notifies the author. */
export async function revertEdit(
  app: App,
  actor: Actor,
  id: number,
  { fields, expected }: { fields: ScriptChange; expected: ScriptChange['expected'] },
): Promise<void> {
  const change = { fields: { ...fields, expected }, archive: undefined, images: [] }
  await withTransaction(app, actor, {}, (write) => applyChange(write, app, id, change, { isNotified: false }))
}

type Change = { fields: ScriptChange; archive: StoredArchive | undefined; images: readonly ImageRow[] }

/** Lists are filtered by whether a script has them. */
const filteredFields = ['sourceUrl', 'documentation', 'documentationUrl', 'supportUrl'] as const

async function applyChange(
  { db: tx, actor, now }: Write,
  app: App,
  id: number,
  { fields, archive, images }: Change,
  { isNotified = true } = {},
) {
  const before = requireManagement(actor, await selectScriptForUpdate(tx, id))
  if (archive) requireUpload(actor)
  const current = await readScript(tx, actor, id)
  assertNotStale(current, { fields, archive, images })
  const categoryId = await categoryIdOf(tx, fields.category, before.categoryId)
  const status = fields.script_status ?? before.status
  const name = fields.name ?? before.name
  const tags = fields.tags ?? before.tags
  const description = fields.description ?? (await selectDescription(tx, id)) ?? ''

  const image = await changeImages(tx, app, id, images, fields)
  const version = fields.version ?? before.version
  const { changelog } = fields
  const changelogBefore = archive ? null : await selectCurrentChangelog(tx, id)
  const listed = { name, categoryId, status, tags, image }
  await updateScript(tx, id, archive ? listed : { ...listed, version })
  await updateScriptDoc(tx, id, { name, tags, description })
  await updateScriptDetails(tx, id, fields)
  if (filteredFields.some((field) => fields[field] !== undefined)) await writeAttributes(tx, [id])
  await moveCount(tx, before, { categoryId, status })
  if (archive) {
    await claimUpload(app, { db: tx, now }, archive)
    await addVersion(tx, app, actor, { ...before, ...listed }, { number: version, changelog }, archive)
  } else await updateCurrentVersion(tx, id, { number: version, changelog })

  const isModeration = !isAuthor(actor, before)
  const category = fields.category ?? current.category
  const { documentation, ...details } = detailsOf(current, fields)
  const short = { name, version, script_status: status, category, tags, ...details }
  const texts = { description, documentation, ...(!archive && changelog !== undefined && { changelog }) }
  // The long texts and the order only of a moderator's edit, which can be undone.
  const values = changedValues(
    { ...noDetails, ...current, changelog: changelogBefore ?? '' },
    isModeration ? { ...short, ...texts, ...newOrder(fields, images) } : short,
  )
  await recordActivity(tx, {
    ...onScript(actor.id, id),
    action: 'Script Updated',
    description: `${actor.username} changed ${name}`,
    status: 'info',
    metadata: {
      changed: changedNames({ fields, archive, images }),
      ...values,
      ...(isModeration && { reason: 'moderation' }),
    },
  })
  const hasImages = images.length > 0 || [fields.removeImages, fields.imageOrder].some(Boolean)
  const changes = staffChanges(values, { hasImages, archiveVersion: archive && version })
  if (isNotified) await emitScriptChange(tx, actor, { ...before, name }, changes, now)
  const { license } = details
  const listedBefore = { ...before, license: current.license ?? '' }
  invalidateScriptEdit(tx, before, listedBefore, { categoryId, status, tags, license })
}

function detailsOf(current: Script, fields: ScriptChange): Record<keyof ScriptDetails, string> {
  const valueOf = (name: keyof ScriptDetails) => fields[name] ?? current[name] ?? ''
  return {
    documentation: valueOf('documentation'),
    license: valueOf('license'),
    sourceUrl: valueOf('sourceUrl'),
    documentationUrl: valueOf('documentationUrl'),
    supportUrl: valueOf('supportUrl'),
  }
}

/** Runs while the row is locked: the second of two concurrent edits of the same fields gets a conflict. */
function assertNotStale(current: Script, { fields, archive, images }: Change) {
  if (!fields.expected) return
  const sent = { fields, hasArchive: archive !== undefined, hasImages: images.length > 0 }
  const stale = staleFields(current, sent, fields.expected)
  if (Object.keys(stale).length > 0) throw invalid(stale, 'conflict')
}

async function categoryIdOf(tx: Db, name: string | undefined, before: number): Promise<number> {
  if (name === undefined) return before
  const category = await lockCategory(tx, name)
  if (!category) throw invalid({ category: 'Category does not exist' })
  return category.id
}

async function moveCount(
  tx: Db,
  before: CountedScript & { publication: string },
  now: { categoryId: number; status: (typeof before)['status'] },
) {
  if (before.publication !== 'published') return
  if (before.categoryId === now.categoryId && before.status === now.status) return
  const { userId } = before
  await countScripts(tx, [{ categoryId: before.categoryId, status: before.status, userId }], -1)
  await countScripts(tx, [{ ...now, userId }], 1)
}

/** Returns the URL of the first image afterwards. */
async function changeImages(
  tx: Db,
  app: App,
  id: number,
  added: readonly ImageRow[],
  { removeImages: removedUrls = [], imageOrder }: ScriptChange,
): Promise<string | null> {
  const present = await selectImages(tx, id)
  const unknown = removedUrls.find((url) => !present.some((image) => image.url === url))
  if (unknown !== undefined) throw invalid({ removeImages: 'Images to remove must be images of this script' })
  const newNames = added.map((_, index) => `new-${index + 1}`)
  const replacesOthers = added.length > 0 && !imageOrder?.some((name) => newNames.includes(name))
  const isRemoved = (url: string) => replacesOthers || removedUrls.includes(url)
  const removed = present.filter(({ url }) => isRemoved(url))
  const remaining = present.filter(({ url }) => !isRemoved(url))
  if (remaining.length + added.length === 0 && removed.length > 0)
    throw invalid({ images: fileMessages.imageRequired })
  if (remaining.length + added.length > scriptLimits.imagesMax)
    throw invalid({ images: fileMessages.tooManyImages })
  await removeImages(
    tx,
    removed.map((image) => image.id),
  )
  const newIds = await insertImages(tx, id, added)
  const newImages = added.map(({ url }, index) => ({ id: newIds[index] ?? 0, name: newNames[index], url }))
  const ordered = inOrder(
    [...remaining.map((image) => ({ ...image, name: image.url })), ...(replacesOthers ? [] : newImages)],
    imageOrder,
  )
  if (imageOrder && ordered.length > 0)
    await updateImageOrder(
      tx,
      id,
      ordered.map((image) => image.id),
    )
  removeFilesAfter(
    tx,
    app,
    removed.flatMap(({ files }) => files),
  )
  return ordered[0]?.url ?? added[0]?.url ?? null
}

function inOrder<Image extends { name: string | undefined }>(
  images: readonly Image[],
  order: readonly string[] | undefined,
): readonly Image[] {
  if (!order) return images
  const ordered = order.flatMap((key) => images.find(({ name }) => name === key) ?? [])
  if (order.length !== images.length || new Set(ordered).size !== images.length)
    throw invalid({ imageOrder: 'Image order must contain each remaining image of this script once' })
  return ordered
}

/** The order that an edit gives to the images, if it neither adds nor removes any. */
function newOrder({ imageOrder, removeImages: removed = [] }: ScriptChange, added: readonly ImageRow[]) {
  return imageOrder && added.length + removed.length === 0 ? { images: imageOrder } : {}
}

function changedNames({ fields, archive, images }: Change): string[] {
  const names = Object.keys(fields).filter((name) => !['fileKey', 'fileSize', 'expected'].includes(name))
  return [...names, ...(archive ? ['scriptFile'] : []), ...(images.length > 0 ? ['images'] : [])]
}

/** The edit of a moderator as its author reads it. Long texts are named, not quoted. */
function staffChanges({ old, new: now }: Values, { hasImages, archiveVersion }: Files): StaffChange[] {
  const before = new Map<string, unknown>(Object.entries(old))
  const fields = Object.entries(now).flatMap(([key, value]) => {
    if ((key === 'version' && archiveVersion !== undefined) || key === 'images') return []
    const what = labels.get(key)
    if (what === undefined) return [{ what: `The ${key} was changed` }]
    return [{ what, old: textOf(before.get(key)), new: textOf(value) }]
  })
  return [
    ...fields,
    ...(hasImages ? [{ what: 'The images were changed' }] : []),
    ...(archiveVersion === undefined ? [] : [{ what: `Version ${archiveVersion} was uploaded` }]),
  ]
}

/** The fields are texts and lists of texts. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : ''
}
