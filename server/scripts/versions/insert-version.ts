import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { requestAnalysis, selectArchiveBlock, type Uploaded } from '#server/archives/archives.public.ts'
import { isAuthor, type Authored } from '#server/scripts/scripts.rules.ts'
import { insertVersion } from '#server/scripts/version-rows.queries.ts'

import { emitPublished } from './version-events.ts'
import { requireVersion } from './versions.queries.ts'

export type Archive = {
  key: string
  fileName: string
  extension: string
  size: number
  sha256: string
  entries: number
  unpackedSize: number
}

export type Texts = { number: string; changelog?: string | undefined }

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

export async function insertArchiveAsVersion(
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
