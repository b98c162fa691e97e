import type { IncomingMessage } from 'node:http'

import { fileMessages, ScriptChange, scriptLimits } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { forbidden, invalid, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { lockCategory } from '#server/categories/categories.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { removeFilesAfter } from './delete-script.ts'
import { readScript } from './read-script.ts'
import { checkArchive, storeArchive, type StoredArchive } from './script-archive.ts'
import {
  insertArchive,
  insertPictures,
  removeArchive,
  removePictures,
  selectArchive,
  selectDescription,
  selectOwnership,
  selectPictures,
  selectScriptForUpdate,
  updateScript,
  type PictureRow,
} from './script-changes.queries.ts'
import { countScript } from './script-counts.queries.ts'
import { updateScriptDoc } from './script-docs.queries.ts'
import { receiveScriptForm } from './script-form.ts'
import { discardPictures, storePictures } from './script-pictures.ts'
import { announceEdit } from './script-tags.ts'
import { mayManageScript } from './scripts.rules.ts'
import { staleFields } from './stale-fields.rules.ts'

/** Changes what was sent. New pictures take the place of all, removeImages takes some away; one has to stay. */
export async function editScript(
  hub: Hub,
  actor: Actor,
  id: number,
  request: IncomingMessage,
): Promise<Script> {
  // Asked before the body is read, so that a stranger's upload is not taken in for nothing; and again when it counts.
  requireManagement(actor, await selectOwnership(hub.db, id))
  const form = await receiveScriptForm(hub, request, ScriptChange, { archive: false, images: false })
  try {
    const checked = await checkArchive(hub, actor, form)
    const pictures = await storePictures(hub, form.images)
    let archive: StoredArchive | undefined
    try {
      archive = checked && (await storeArchive(hub, checked))
      await inTransaction(hub.db, (tx) =>
        applyChange(tx, hub, actor, id, { fields: form.fields, archive, pictures }),
      )
      return await readScript(hub.db, actor, id)
    } catch (error) {
      await discardPictures(hub.files, pictures)
      if (archive) await hub.files.remove([archive.key])
      throw error
    }
  } finally {
    await form.discard()
  }
}

type Change = { fields: ScriptChange; archive: StoredArchive | undefined; pictures: readonly PictureRow[] }

async function applyChange(
  tx: Db,
  hub: Hub,
  actor: Actor,
  id: number,
  { fields, archive, pictures }: Change,
) {
  await requireSession(tx, actor.sessionHash, hub.clock.now())
  const before = requireManagement(actor, await selectScriptForUpdate(tx, id))
  await refuseStale(tx, actor, id, { fields, archive, pictures })
  const categoryId = await categoryIdOf(tx, fields.category, before.categoryId)
  const status = fields.script_status ?? before.status
  const name = fields.name ?? before.name
  const tags = fields.tags ?? before.tags
  const description = fields.description ?? (await selectDescription(tx, id)) ?? ''

  const image = await replacePictures(tx, hub, id, pictures, fields.removeImages ?? [])
  const replaced = archive && (await selectArchive(tx, id))
  if (archive) {
    await removeArchive(tx, id)
    await insertArchive(tx, id, archive)
    if (replaced) removeFilesAfter(tx, hub, [replaced.key])
  }
  const version = fields.version ?? before.version
  await updateScript(tx, id, {
    name,
    categoryId,
    status,
    tags,
    version,
    image,
    ...(archive && { fileSize: archive.size }),
  })
  await updateScriptDoc(tx, id, { name, tags, description })
  await moveCount(tx, before, { categoryId, status })

  const isModeration = before.userId !== actor.id
  await recordActivity(tx, {
    type: 'script',
    action: 'Script Updated',
    description: `${actor.username} changed ${name}`,
    status: 'info',
    userId: actor.id,
    targetId: id,
    targetType: 'script',
    metadata: {
      changed: changedNames({ fields, archive, pictures }),
      ...(isModeration && { reason: 'moderation' }),
    },
  })
  announceEdit(tx, before, before, { categoryId, status, tags })
}

function requireManagement<Owned extends { userId: number }>(actor: Actor, script: Owned | undefined): Owned {
  if (!script) throw notFound('Script not found')
  if (!mayManageScript(actor, script))
    throw forbidden('You can only edit your own scripts or need permissions')
  return script
}

/** Read once the row is locked: of two who began with the same script the second one is told. */
async function refuseStale(tx: Db, actor: Actor, id: number, { fields, archive, pictures }: Change) {
  if (!fields.expected) return
  const sent = { fields, hasArchive: archive !== undefined, hasImages: pictures.length > 0 }
  const stale = staleFields(await readScript(tx, actor, id), sent, fields.expected)
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
  before: Parameters<typeof countScript>[1] & { publication: string },
  now: { categoryId: number; status: (typeof before)['status'] },
) {
  if (before.publication !== 'published') return
  if (before.categoryId === now.categoryId && before.status === now.status) return
  const { userId } = before
  await countScript(tx, { categoryId: before.categoryId, status: before.status, userId }, -1)
  await countScript(tx, { ...now, userId }, 1)
}

/** The address of the first picture once all is done. */
async function replacePictures(
  tx: Db,
  hub: Hub,
  id: number,
  added: readonly PictureRow[],
  removedAddresses: readonly string[],
): Promise<string | null> {
  const present = await selectPictures(tx, id)
  const unknown = removedAddresses.find((address) => !present.some((picture) => picture.address === address))
  if (unknown !== undefined) throw invalid({ removeImages: 'Images to remove must be images of this script' })
  const goes = (address: string) => added.length > 0 || removedAddresses.includes(address)
  const going = present.filter(({ address }) => goes(address))
  const staying = present.filter(({ address }) => !goes(address))
  if (staying.length + added.length === 0 && going.length > 0)
    throw invalid({ images: fileMessages.imageRequired })
  if (staying.length + added.length > scriptLimits.imagesMax)
    throw invalid({ images: fileMessages.tooManyImages })
  await removePictures(
    tx,
    going.map((picture) => picture.id),
  )
  await insertPictures(tx, id, added)
  removeFilesAfter(
    tx,
    hub,
    going.flatMap(({ files }) => files),
  )
  return staying[0]?.address ?? added[0]?.address ?? null
}

function changedNames({ fields, archive, pictures }: Change): string[] {
  const names = Object.keys(fields).filter((name) => !['fileKey', 'fileSize', 'expected'].includes(name))
  return [...names, ...(archive ? ['scriptFile'] : []), ...(pictures.length > 0 ? ['images'] : [])]
}
