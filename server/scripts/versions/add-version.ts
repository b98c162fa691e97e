import { fileMessages } from '#contract/scripts/script-fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { requestAnalysis, selectArchiveBlock, type Uploaded } from '#server/archives/archives.public.ts'
import { closeReviewOf } from '#server/records/records.public.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { isAuthor, type Authored } from '#server/scripts/scripts.rules.ts'
import {
  insertVersion,
  makeCurrent,
  selectVersionStates,
  updateVersion,
  type VersionState,
} from '#server/scripts/version-rows.queries.ts'

import { updateCurrent } from './update-current.ts'
import { emitPublished, recordVersionActivity } from './version-events.ts'
import { requireVersion } from './versions.queries.ts'

/** An archive in the file store. */
export type Archive = {
  key: string
  fileName: string
  extension: string
  size: number
  sha256: string
  entries: number
  unpackedSize: number
}

type Texts = { number: string; changelog?: string | undefined }

const replaced = 'Replaced before it was published.'

/** A version that neither is public nor was withdrawn. At most one of a script waits. */
export const isWaiting = ({ isPublished, isWithdrawn }: VersionState) => !isPublished && !isWithdrawn

/** For a script whose archive is already in script_files. */
export async function addFirstVersion(
  tx: Db,
  actor: Actor,
  script: { id: number; publication: string },
  texts: Texts,
  archive: Archive,
  now: Date,
): Promise<void> {
  const isPublished = script.publication === 'published'
  const id = await insertArchiveAsVersion(
    tx,
    actor,
    { scriptId: script.id, userId: actor.id, members: [] },
    texts,
    archive,
    { createdAt: now, publishedAt: isPublished ? now : null },
  )
  if (isPublished) await emitPublished(tx, actor, await requireVersion(tx, id), now)
}

/**
 * Adds a version to a locked script. It becomes the current version, unless its analysis decides that. Until a script is
 * published for the first time, a new version replaces the one that waits.
 */
export async function addVersion(
  tx: Db,
  app: App,
  actor: Actor,
  script: ScriptRow,
  texts: Texts,
  archive: Archive,
): Promise<number> {
  const now = app.clock.now()
  const versions = await selectVersionStates(tx, script.id)
  const waiting = versions.find(isWaiting)
  const wasPublished = versions.some(({ isPublished }) => isPublished)
  if (waiting && wasPublished) throw otherWaits()
  if (waiting) {
    await closeReviewOf(tx, waiting.id, {}, now)
    await updateVersion(tx, waiting.id, {
      withdrawnAt: now,
      withdrawalKind: 'other',
      withdrawalReason: replaced,
      withdrawnBy: actor.id,
      withdrawnByModerator: !isAuthor(actor, script),
    })
  }
  const isPublished = wasPublished && app.settings.reviewMode === 'off'
  const id = await insertArchiveAsVersion(tx, actor, { ...script, scriptId: script.id }, texts, archive, {
    createdAt: now,
    publishedAt: isPublished ? now : null,
  })
  if (!wasPublished) await makeCurrent(tx, { id, scriptId: script.id })
  await updateCurrent(tx, script)
  const row = await requireVersion(tx, id)
  await recordVersionActivity(tx, actor, row, isPublished ? 'Version Published' : 'Version Submitted')
  if (isPublished) await emitPublished(tx, actor, row, now)
  return id
}

async function insertArchiveAsVersion(
  tx: Db,
  actor: Actor,
  script: Authored & { scriptId: number },
  { number, changelog = '' }: Texts,
  archive: Archive,
  times: { createdAt: Date; publishedAt: Date | null },
): Promise<number> {
  const { key, fileName, extension, size, sha256, entries, unpackedSize } = archive
  // It may be blocked since the upload began.
  await assertNotBlocked(tx, sha256, script)
  const row = { key, fileName, extension, size, sha256, entries, unpackedSize, number, changelog }
  const by = { createdBy: actor.id, isByAuthor: isAuthor(actor, script) }
  const id = await insertVersion(tx, { ...row, ...times, ...by, scriptId: script.scriptId })
  await requestAnalysis(tx, { ...archive, requestedBy: actor.id, scriptId: script.scriptId })
  return id
}

/** Rejects an archive that was taken down. */
export async function assertNotBlocked(db: Db, sha256: string, uploaded: Uploaded): Promise<void> {
  const block = await selectArchiveBlock(db, sha256, uploaded)
  if (!block) return
  const ofCase = block.caseId === null ? '' : ` (case #${block.caseId})`
  throw invalid({ scriptFile: `This file was taken down${ofCase} and cannot be shared here.` })
}

export const otherWaits = () => invalid({ scriptFile: fileMessages.versionWaits }, 'conflict')
