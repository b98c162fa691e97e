import { and, eq, isNotNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { membersColumn } from './authors.queries.ts'
import { scriptFiles, scripts } from './scripts.tables.ts'
import { scriptDownloads } from './counters.tables.ts'
import { publishedVersion } from './version-rows.queries.ts'
import { scriptVersions } from './versions.tables.ts'
import { versionDownloads } from './works-reports/works-reports.tables.ts'

/** `versionId` is null until the archive of an earlier release has its version. */
export type LinkedArchive = {
  scriptId: number
  scriptName: string
  versionId: number | null
  /** The number of the version. */
  number: string
  key: string
  size: number
  sha256: string
  extension: string
}

const v = scriptVersions
const script = {
  scriptId: scripts.id,
  scriptName: scripts.name,
  userId: scripts.userId,
  members: membersColumn,
  publication: scripts.publication,
  withdrawalKind: v.withdrawalKind,
}

/** Undefined when the archive is gone. */
export async function selectCurrentArchive(db: Db, scriptId: number) {
  const { size, sha256, extension } = scriptFiles
  const key = sql<string>`${scriptFiles.key}`
  const [row] = await db
    .select({
      ...script,
      versionId: sql<number | null>`${v.id}`,
      // It is as public as its script.
      isPublished: sql<boolean>`true`,
      number: scripts.version,
      key,
      size,
      sha256,
      extension,
    })
    .from(scripts)
    .innerJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
    .leftJoin(v, eq(v.key, scriptFiles.key))
    .where(and(eq(scripts.id, scriptId), isNotNull(scriptFiles.key)))
  return row
}

/** Undefined when the archive is gone. */
export async function selectVersionArchive(db: Db, id: number) {
  const { size, sha256, extension } = v
  const [row] = await db
    .select({
      ...script,
      versionId: v.id,
      number: v.number,
      key: sql<string>`${v.key}`,
      size,
      sha256,
      extension,
      isPublished: publishedVersion,
    })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
    .where(and(eq(v.id, id), isNotNull(v.key)))
  return row
}

/** Records that a user fetched the download link of a version. */
export async function insertLink(db: Db, link: typeof scriptDownloads.$inferInsert): Promise<void> {
  const { linkedAt, versionId } = link
  await db
    .insert(scriptDownloads)
    .values(link)
    .onConflictDoUpdate({
      target: [scriptDownloads.userId, scriptDownloads.scriptId],
      set: { linkedAt, versionId },
    })
  if (versionId == null) return
  await db
    .insert(versionDownloads)
    .values({ userId: link.userId, versionId, firstAt: linkedAt })
    .onConflictDoNothing()
}
