import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { membersColumn } from './authors.queries.ts'
import { scriptFiles, scripts } from './scripts.tables.ts'
import { scriptDownloads } from './counters.tables.ts'
import { scriptVersions } from './versions.tables.ts'
import { versionDownloads } from './works-reports/works-reports.tables.ts'

export type LinkedArchive = {
  scriptId: number
  scriptName: string
  versionId: number
  /** The number of the version. */
  number: string
  key: string
  size: number
  sha256: string
  extension: string
}

const v = scriptVersions
const f = scriptFiles

/** The archive of a version, or of the current version of a script. Undefined when it is gone. */
export async function selectArchive(db: Db, of: { versionId: number } | { scriptId: number }) {
  const { size, sha256, extension, number, withdrawalKind } = v
  const [row] = await db
    .select({
      scriptId: scripts.id,
      scriptName: scripts.name,
      userId: scripts.userId,
      members: membersColumn,
      publication: scripts.publication,
      withdrawalKind,
      isPublished: sql<boolean>`${v.publishedAt} is not null`,
      versionId: v.id,
      number,
      key: sql<string>`${v.key}`,
      size,
      sha256,
      extension,
    })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .where(
      'versionId' in of
        ? and(eq(v.id, of.versionId), isNotNull(v.key))
        : inArray(v.key, db.select({ key: f.key }).from(f).where(eq(f.scriptId, of.scriptId))),
    )
  return row
}

/** Records that a user fetched the download link of a version. */
export async function insertLink(
  db: Db,
  link: { userId: number; scriptId: number; versionId: number; linkedAt: Date },
): Promise<void> {
  const { linkedAt, versionId } = link
  await db
    .insert(scriptDownloads)
    .values(link)
    .onConflictDoUpdate({
      target: [scriptDownloads.userId, scriptDownloads.scriptId],
      set: { linkedAt, versionId },
    })
  await db
    .insert(versionDownloads)
    .values({ userId: link.userId, versionId, firstAt: linkedAt })
    .onConflictDoNothing()
}
