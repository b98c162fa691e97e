import { invalidate, type Db } from '#platform/database/database.ts'
import { analysisPriority, insertAnalyses } from '#server/archives/archives.public.ts'
import { insertVersions, selectArchivesOfScripts } from '#server/scripts/versions.queries.ts'
import { scriptTag } from '#server/scripts/script-tags.ts'

/**
 * Adds the versions of archives that a node of an earlier release stored. The scripts are locked, because an edit may
 * replace an archive.
 */
export async function addMissingVersions(tx: Db, scriptIds: readonly number[]): Promise<void> {
  const archives = await selectArchivesOfScripts(tx, { ids: scriptIds })
  const missing = archives.filter(({ hasVersion }) => !hasVersion)
  if (missing.length === 0) return
  await insertVersions(
    tx,
    missing.map(({ archive, number, publication }) => {
      const publishedAt = publication === 'published' ? archive.createdAt : null
      return { ...archive, number, publishedAt }
    }),
  )
  const unknown = missing.filter(({ hasAnalysis }) => !hasAnalysis).map(({ archive }) => archive)
  await insertAnalyses(tx, unknown, analysisPriority.backfill)
  invalidate(tx, ...missing.map(({ archive }) => scriptTag(archive.scriptId)))
}
