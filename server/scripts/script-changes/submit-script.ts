import { requireSession, withTransaction } from '#server/accounts/accounts.public.ts'
import type { IncomingMessage } from 'node:http'

import { ScriptDraft } from '#contract/scripts/script-fields.ts'
import { Script } from '#contract/scripts/script-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, invalid, tooMany } from '#platform/errors.ts'
import { withNewFiles, type NewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { onScript, recordActivity } from '#server/records/records.public.ts'
import {
  lockCategoryByName as lockCategory,
  selectCategoryByName as findCategory,
} from '#server/scripts/categories.queries.ts'
import { insertIdempotentResponse } from '#server/scripts/uploads/uploads.queries.ts'
import {
  insertArchive,
  insertImages,
  insertScript,
  updateScriptDetails,
  type ImageRow,
} from '#server/scripts/script-rows.queries.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import { invalidateScript } from '#server/scripts/script-tags.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { addFirstVersion } from '#server/scripts/versions/add-version.ts'
import { assertRoomInTeam } from '#server/scripts/teams/lock-team.ts'
import { selectTeamRole } from '#server/scripts/teams/teams.queries.ts'
import { insertScriptDoc } from '#server/scripts/script-search/documents.queries.ts'
import { newAccountUntil } from '#server/access/access.public.ts'

import {
  checkArchive,
  claimUpload,
  storeArchive,
  type StoredArchive,
  receiveScriptForm,
  type ReceivedForm,
  storeImages,
} from './script-form.ts'
import { submitOnce, type IdempotencyKey } from './idempotency.ts'

/** Creates a script with its archive and images, all or nothing. */
export async function submitScript(
  app: App,
  actor: Actor,
  request: IncomingMessage,
  idempotencyKey: string | undefined,
): Promise<Script> {
  const form = await receiveScriptForm(app, request, ScriptDraft, { archive: true, images: true })
  return submitOnce(app, actor, { key: idempotencyKey, form }, Script, (idempotency) =>
    publish(app, actor, form, idempotency),
  )
}

async function publish(
  app: App,
  actor: Actor,
  form: ReceivedForm<ScriptDraft>,
  idempotency?: IdempotencyKey,
): Promise<Script> {
  if (!(await findCategory(app.db, form.fields.category))) throw noSuchCategory()
  await requireTeam(app.db, actor, form.fields)
  const checked = await checkArchive(app, actor, form)
  if (!checked) throw invalid({ scriptFile: 'Script file is required' })
  // An upload takes hours: the permissions of this moment count.
  const current = await requireSession(app.db, actor.sessionHash, app.clock.now())
  await assertLinksAllowed(app, current, form.fields)
  await countSubmissionOfNewAccount(app, current)
  return withNewFiles(app, async (newFiles) => {
    const images = await storeImages(app, newFiles, form.images)
    const archive = await storeArchive(app, newFiles, checked)
    return insertAll(app, actor, form.fields, { newFiles, archive, images }, idempotency)
  })
}

/** The team for which the user may submit, or undefined for a script of their own. */
async function requireTeam(db: Db, actor: Actor, { teamId: text }: ScriptDraft): Promise<number | undefined> {
  if (!text) return undefined
  const role = await selectTeamRole(db, Number(text), actor.id)
  if (role === null) throw invalid({ teamId: 'You are not a member of this team' })
  if (role === 'contributor')
    throw invalid({ teamId: 'Only owners and maintainers of a team submit scripts for it' })
  return Number(text)
}

const noSuchCategory = () => invalid({ category: 'Category does not exist' })

async function insertAll(
  app: App,
  sender: Actor,
  draft: ScriptDraft,
  { newFiles, archive, images }: { newFiles: NewFiles; archive: StoredArchive; images: readonly ImageRow[] },
  idempotency: IdempotencyKey | undefined,
): Promise<Script> {
  const requirements = { permission: 'scripts.upload', newFiles } as const
  return withTransaction(app, sender, requirements, async ({ db: tx, actor, now }) => {
    // Checked again: it may have been deleted while the files were stored.
    const category = await lockCategory(tx, draft.category)
    if (!category) throw noSuchCategory()
    const { name, description, script_status: status, version, tags } = draft
    const categoryId = category.id
    const publication = app.settings.reviewMode === 'off' ? 'published' : 'review'
    const image = images[0]?.url ?? null
    // The lock of the team is taken first, as changes of its members do.
    if (draft.teamId) await assertRoomInTeam(tx, Number(draft.teamId))
    const userId = (await requireTeam(tx, actor, draft)) ?? actor.id
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
    await updateScriptDetails(tx, id, draft)
    await claimUpload(app, { db: tx, now }, archive)
    await insertArchive(tx, id, archive)
    const texts = { number: version, changelog: draft.changelog }
    await addFirstVersion(tx, actor, { id, publication }, texts, archive, now)
    await insertImages(tx, id, images)
    if (publication === 'published') await countScripts(tx, [{ categoryId, status, userId }], 1)
    await recordActivity(tx, {
      ...onScript(actor.id, id),
      action: 'Script Created',
      description: `${actor.username} submitted ${name}`,
      status: 'success',
    })
    invalidateScript(tx, { id, categoryId, userId })
    const script = await readScript(tx, actor, id)
    if (idempotency)
      await insertIdempotentResponse(tx, { userId: actor.id, ...idempotency, response: script })
    return script
  })
}

/** Beside the limit of all accounts. Only submissions without an error count. */
async function countSubmissionOfNewAccount(app: App, actor: Actor): Promise<void> {
  const { newSubmissionsPerHour: calls, submissionsPerHour } = app.settings
  if (calls >= submissionsPerHour || !(await newAccountUntil(app, actor))) return
  if (calls === 0) throw forbidden('New accounts cannot submit scripts yet')
  const policy = { calls, perSeconds: 3_600 }
  const limit = { name: 'submission of new account', key: `user ${actor.id}`, policy }
  const [wait = 0] = await app.sharedLimiter.consumeAll([limit])
  const scripts = calls === 1 ? '1 script' : `${calls} scripts`
  if (wait > 0) throw tooMany(`New accounts can submit ${scripts} per hour.`, wait)
}
