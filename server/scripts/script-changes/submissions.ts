import type { IncomingMessage } from 'node:http'

import { ScriptDraft, VersionDraft } from '#contract/scripts/script-fields.ts'
import { Script } from '#contract/scripts/script-schemas.ts'
import { nextVersionNumber } from '#contract/scripts/version-number.ts'
import { VersionSummary } from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, invalid, tooMany } from '#platform/errors.ts'
import { withNewFiles, type NewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { requireSession, withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { onScript, recordActivity } from '#server/records/records.public.ts'
import { lockCategoryByName, selectCategoryByName } from '#server/scripts/categories.queries.ts'
import { insertIdempotentResponse } from '#server/scripts/uploads/uploads.queries.ts'
import {
  insertArchive,
  insertImages,
  insertScript,
  updateScriptDetails,
  type ImageRow,
  selectOwnership,
  selectScriptForUpdate,
  updateScript,
  type ScriptRow,
} from '#server/scripts/script-rows.queries.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import { invalidateScript } from '#server/scripts/script-tags.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { addFirstVersion, addVersion } from '#server/scripts/versions/add-version.ts'
import { assertRoomInTeam } from '#server/scripts/teams/teams.ts'
import { selectTeamRole } from '#server/scripts/teams/teams.queries.ts'
import { insertScriptDoc } from '#server/scripts/script-search/documents.queries.ts'
import { newAccountUntil } from '#server/access/access.public.ts'
import {
  mayManageVersions,
  requireReach,
  requireManagement,
  requireUpload,
} from '#server/scripts/scripts.rules.ts'
import { selectVersionStates } from '#server/scripts/version-rows.queries.ts'
import { emitScriptChange } from '#server/scripts/versions/version-events.ts'
import { readVersion } from '#server/scripts/versions/read-version.ts'

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
    publishScript(app, actor, form, idempotency),
  )
}

async function publishScript(
  app: App,
  actor: Actor,
  form: ReceivedForm<ScriptDraft>,
  idempotency?: IdempotencyKey,
): Promise<Script> {
  if (!(await selectCategoryByName(app.db, form.fields.category))) throw noSuchCategory()
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
    return insertDraft(app, actor, form.fields, { newFiles, archive, images }, idempotency)
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

async function insertDraft(
  app: App,
  sender: Actor,
  draft: ScriptDraft,
  { newFiles, archive, images }: { newFiles: NewFiles; archive: StoredArchive; images: readonly ImageRow[] },
  idempotency: IdempotencyKey | undefined,
): Promise<Script> {
  const requirements = { permission: 'scripts.upload', newFiles } as const
  return withTransaction(app, sender, requirements, async ({ db: tx, actor, now }) => {
    // Checked again: it may have been deleted while the files were stored.
    const category = await lockCategoryByName(tx, draft.category)
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

/** Adds a version to a script of the user, or of anyone for a moderator. */
export async function submitVersion(
  app: App,
  actor: Actor,
  scriptId: number,
  request: IncomingMessage,
  idempotencyKey: string | undefined,
): Promise<VersionSummary> {
  // Checked before the body is read, to reject large uploads early, and again in the transaction.
  const { userId } = requireManagement(actor, await selectOwnership(app.db, scriptId), mayManageVersions)
  requireUpload(actor)
  requireReach(actor, scriptId)
  const form = await receiveScriptForm(app, request, VersionDraft, { archive: true })
  return submitOnce(app, actor, { key: idempotencyKey, form, scriptId }, VersionSummary, (idempotency) =>
    publishVersion(app, actor, { scriptId, userId }, form, idempotency),
  )
}

async function publishVersion(
  app: App,
  actor: Actor,
  script: { scriptId: number; userId: number },
  form: ReceivedForm<VersionDraft>,
  idempotency?: IdempotencyKey,
): Promise<VersionSummary> {
  const checked = await checkArchive(app, actor, form, script)
  if (!checked) throw invalid({ scriptFile: 'Script file is required' })
  return withNewFiles(app, async (newFiles) => {
    const archive = await storeArchive(app, newFiles, checked)
    return withTransaction(app, actor, { newFiles }, (write) =>
      insertVersion(write, app, script.scriptId, form.fields, archive, idempotency),
    )
  })
}

async function insertVersion(
  { db: tx, actor, now }: Write,
  app: App,
  scriptId: number,
  { number, changelog }: VersionDraft,
  archive: StoredArchive,
  idempotency: IdempotencyKey | undefined,
): Promise<VersionSummary> {
  const script = requireManagement(actor, await selectScriptForUpdate(tx, scriptId), mayManageVersions)
  requireUpload(actor)
  requireReach(actor, scriptId)
  const { settings, clock } = app
  await assertLinksAllowed({ db: tx, settings, clock }, actor, { changelog })
  const texts = { number: await chooseNumber(tx, script, number), changelog }
  await claimUpload(app, { db: tx, now }, archive)
  const id = await addVersion(tx, app, actor, script, texts, archive)
  const version = await readVersion(tx, actor, id)
  if (version.isCurrent) await updateScript(tx, scriptId, {})
  const what = `Version ${version.number} was uploaded`
  await emitScriptChange(tx, actor, script, [{ what }], now)
  if (idempotency) await insertIdempotentResponse(tx, { userId: actor.id, ...idempotency, response: version })
  return version
}

/** The number of a withdrawn version can be used again, but is not chosen. */
async function chooseNumber(tx: Db, script: ScriptRow, sent: string | undefined): Promise<string> {
  const versions = await selectVersionStates(tx, script.id)
  if (sent) {
    const isTaken = versions.some(({ number, isWithdrawn }) => number === sent && !isWithdrawn)
    if (isTaken || (versions.length === 0 && script.version === sent))
      throw invalid({ number: 'This script already has a version with this number' })
    return sent
  }
  const next = nextVersionNumber(script.version, new Set(versions.map(({ number }) => number)))
  if (next === undefined) throw invalid({ number: 'Version number is required' })
  return next
}
