import type { IncomingMessage } from 'node:http'

import { ScriptDraft } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/database.ts'
import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { findCategory, lockCategory } from '#server/categories/categories.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'
import { insertFirstAnswer } from '#server/uploads/uploads.public.ts'

import { checkArchive, storeArchive, type StoredArchive } from './script-archive.ts'
import { insertArchive, insertPictures, insertScript, type PictureRow } from './script-changes.queries.ts'
import { countScript } from './script-counts.queries.ts'
import { insertScriptDoc } from './script-docs.queries.ts'
import { receiveScriptForm, type ReceivedForm } from './script-form.ts'
import { discardPictures, storePictures } from './script-pictures.ts'
import { announceScript } from './script-tags.ts'
import { readScript } from './read-script.ts'
import { fingerprintOf, submitOnce, type Attempt } from './submit-once.ts'

/** Takes a whole submission: nothing of it stays when any part is refused, all of it when the answer is 201. */
export async function submitScript(
  hub: Hub,
  actor: Actor,
  request: IncomingMessage,
  idempotencyKey: string | undefined,
): Promise<Script> {
  const form = await receiveScriptForm(hub, request, ScriptDraft, { archive: true, images: true })
  try {
    if (idempotencyKey === undefined) return await publish(hub, actor, form)
    const attempt = { key: idempotencyKey, fingerprint: await fingerprintOf(hub, form) }
    return await submitOnce(hub, actor, attempt, () => publish(hub, actor, form, attempt))
  } finally {
    await form.discard()
  }
}

async function publish(
  hub: Hub,
  actor: Actor,
  form: ReceivedForm<ScriptDraft>,
  attempt?: Attempt,
): Promise<Script> {
  if (!(await findCategory(hub.db, form.fields.category))) throw noSuchCategory()
  const checked = await checkArchive(hub, actor, form)
  if (!checked) throw invalid({ scriptFile: 'Script file is required' })
  const pictures = await storePictures(hub, form.images)
  let archive: StoredArchive | undefined
  try {
    archive = await storeArchive(hub, checked)
    return await insertAll(hub, actor, form.fields, archive, pictures, attempt)
  } catch (error) {
    await discardPictures(hub.files, pictures)
    if (archive) await hub.files.remove([archive.key])
    throw error
  }
}

const noSuchCategory = () => invalid({ category: 'Category does not exist' })

async function insertAll(
  { db, clock, config }: Hub,
  actor: Actor,
  draft: ScriptDraft,
  archive: StoredArchive,
  pictures: readonly PictureRow[],
  attempt: Attempt | undefined,
): Promise<Script> {
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, clock.now(), 'scripts.upload')
    // Asked again: it may have gone while the files were stored.
    const category = await lockCategory(tx, draft.category)
    if (!category) throw noSuchCategory()
    const { name, description, script_status: status, version, tags } = draft
    const categoryId = category.id
    const publication = config.scriptReview ? 'review' : 'published'
    const image = pictures[0]?.address ?? null
    const userId = actor.id
    const id = await insertScript(tx, {
      name,
      userId,
      categoryId,
      status,
      publication,
      version,
      tags,
      image,
      fileSize: archive.size,
    })
    await insertScriptDoc(tx, id, { name, tags, description })
    await insertArchive(tx, id, archive)
    await insertPictures(tx, id, pictures)
    if (publication === 'published') await countScript(tx, { categoryId, status, userId }, 1)
    await recordActivity(tx, {
      type: 'script',
      action: 'Script Created',
      description: `${actor.username} submitted ${name}`,
      status: 'success',
      userId,
      targetId: id,
      targetType: 'script',
    })
    announceScript(tx, { id, categoryId, userId })
    const script = await readScript(tx, actor, id)
    if (attempt) await insertFirstAnswer(tx, { userId, ...attempt, answer: script })
    return script
  })
}
