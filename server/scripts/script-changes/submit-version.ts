import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import type { IncomingMessage } from 'node:http'

import { VersionDraft } from '#contract/scripts/script-fields.ts'
import { nextVersionNumber } from '#contract/scripts/version-number.ts'
import { VersionSummary } from '#contract/scripts/version-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import {
  selectOwnership,
  selectScriptForUpdate,
  updateScript,
  type ScriptRow,
} from '#server/scripts/script-rows.queries.ts'
import {
  mayManageVersions,
  requireReach,
  requireManagement,
  requireUpload,
} from '#server/scripts/scripts.rules.ts'
import { selectVersionStates } from '#server/scripts/version-rows.queries.ts'
import { insertIdempotentResponse } from '#server/scripts/uploads/uploads.queries.ts'
import { addVersion } from '#server/scripts/versions/add-version.ts'
import { emitScriptChange } from '#server/scripts/versions/version-events.ts'
import { readVersion } from '#server/scripts/versions/read-version.ts'

import { submitOnce, type IdempotencyKey } from './idempotency.ts'
import {
  checkArchive,
  claimUpload,
  storeArchive,
  type StoredArchive,
  receiveScriptForm,
  type ReceivedForm,
} from './script-form.ts'

type Form = ReceivedForm<VersionDraft>

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
    store(app, actor, { scriptId, userId }, form, idempotency),
  )
}

async function store(
  app: App,
  actor: Actor,
  script: { scriptId: number; userId: number },
  form: Form,
  idempotency?: IdempotencyKey,
): Promise<VersionSummary> {
  const checked = await checkArchive(app, actor, form, script)
  if (!checked) throw invalid({ scriptFile: 'Script file is required' })
  return withNewFiles(app, async (newFiles) => {
    const archive = await storeArchive(app, newFiles, checked)
    return withTransaction(app, actor, { newFiles }, (write) =>
      insert(write, app, script.scriptId, form.fields, archive, idempotency),
    )
  })
}

async function insert(
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
