import type { Db } from '#platform/database/database.ts'
import { requestAnalysis } from '#server/archives/archives.public.ts'
import { insertVersions, updateReplacedVersions } from '#server/scripts/scripts.public.ts'

type Archive = {
  key: string
  fileName: string
  extension: string
  size: number
  sha256: string
  entries: number
  unpackedSize: number
}

/** Makes an archive the current version of a script and requests its analysis. */
export async function addVersion(
  tx: Db,
  version: { scriptId: number; number: string; createdBy: number; isPublished: boolean },
  archive: Archive,
  now: Date,
): Promise<void> {
  const { isPublished, ...fields } = version
  const { key, fileName, extension, size, sha256, entries, unpackedSize } = archive
  const row = { key, fileName, extension, size, sha256, entries, unpackedSize, ...fields, createdAt: now }
  await updateReplacedVersions(tx, [version.scriptId])
  await insertVersions(tx, [{ ...row, publishedAt: isPublished ? now : null }])
  await requestAnalysis(tx, archive)
}
