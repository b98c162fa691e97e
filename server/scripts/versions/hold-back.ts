import { detailOfEntry } from '#analysis/report/entry-detail.ts'
import type { BlocklistKey } from '#contract/moderation/blocklist.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden } from '#platform/errors.ts'
import { applyToScript, selectBlockOf, type FindingKey } from '#server/archives/archives.public.ts'
import { selectLastApproval } from '#server/records/records.public.ts'
import { updateVersion } from '#server/scripts/version-rows.queries.ts'
import type { ScriptRow } from '#server/scripts/script-rows.queries.ts'
import { updateCurrent } from './update-current.ts'
import { selectHasFile, selectHasText, selectHasUploaded } from './uploaders.queries.ts'
import { selectBlockedVersions, type VersionRow } from './versions.queries.ts'

export type Block = NonNullable<Awaited<ReturnType<typeof selectBlockOf>>>

/** The entry that holds a version back; undefined when there is none, or a moderator published the version since. */
export async function selectBlockOfVersion(
  tx: Db,
  { version, analysis, script }: VersionRow,
): Promise<Block | undefined> {
  const { sha256, scriptId } = version
  const block = await selectBlockOf(tx, { id: analysis?.id, sha256 }, { userId: script.userId, scriptId })
  if (!block) return undefined
  const approvedAt = await selectLastApproval(tx, version.id)
  return approvedAt !== undefined && approvedAt >= block.addedAt ? undefined : block
}

/** Blocked archives and files are released by users who may also remove their entries. */
export async function assertMayPublish(tx: Db, actor: Actor, row: VersionRow): Promise<void> {
  if (actor.permissions.has('admin.takedowns.manage')) return
  const block = await selectBlockOfVersion(tx, row)
  if (!block) return
  const ofCase = block.caseId === null ? '' : ` (case #${block.caseId})`
  throw forbidden(
    `${block.kind === 'archive' ? 'Its archive' : 'A file in its archive'} is on the blocklist${ofCase}. Only users who can decide takedowns can publish it.`,
  )
}

/** Before a hidden script is shown again: its versions that were blocked in the meantime wait for review. */
export async function holdBackBlocked(tx: Db, script: ScriptRow): Promise<void> {
  const blocked: VersionRow[] = []
  for (const row of await selectBlockedVersions(tx, script.id))
    if (await selectBlockOfVersion(tx, row)) blocked.push(row)
  if (blocked.length === 0) return
  for (const { version } of blocked) {
    await updateVersion(tx, version.id, {
      publishedAt: null,
      publishedBeforeBlock: version.publishedAt,
    })
    await applyToScript(tx, version)
  }
  await updateCurrent(tx, script)
}

/** No user publishes an archive that they uploaded or that a script of theirs has. */
export async function assertNotOwnArchive(db: Db, actor: Pick<Actor, 'id'>, sha256: string): Promise<void> {
  if (await selectHasUploaded(db, actor.id, sha256))
    throw forbidden('You uploaded this archive. Another moderator must decide about it.')
}

/** No user decides about a finding in a file that they uploaded or that a script of theirs has. */
export async function assertNotOwnFile(db: Db, actor: Pick<Actor, 'id'>, key: FindingKey): Promise<void> {
  if (await selectHasFile(db, actor.id, key))
    throw forbidden('You uploaded this file. Another moderator must decide about it.')
}

/** No user changes what the blocklist says about an archive or file of their own, or about one that has the host or text. */
export async function assertNotOwnEntry(
  db: Db,
  actor: Pick<Actor, 'id'>,
  { kind, value }: BlocklistKey,
): Promise<void> {
  if (kind === 'archive') await assertNotOwnArchive(db, actor, value)
  else if (kind === 'file')
    await assertNotOwnFile(db, actor, { rule: 'blocklisted-file', fileSha256: value.slice(0, 32) })
  else if (await selectHasText(db, actor.id, detailOfEntry(value)))
    throw forbidden(
      'You uploaded an archive that matches this entry. Another moderator must decide about it.',
    )
}
