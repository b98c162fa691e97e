import { desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { ModeratedScript, PastRemoval } from '#contract/scripts/moderated-scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { categories, scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

/** In the order of the ids, without deleted ones. */
export async function selectModeratedScripts(
  db: Db,
  ids: readonly number[],
): Promise<Omit<ModeratedScript, 'sameArchive'>[]> {
  if (ids.length === 0) return []
  const v = scriptVersions
  const rows = await db
    .select({
      id: scripts.id,
      name: scripts.name,
      image: scripts.image,
      version: scripts.version,
      author: users.username,
      userId: scripts.userId,
      category: categories.name,
      downloads: scripts.downloads,
      createdAt: scripts.createdAt,
      updatedAt: scripts.updatedAt,
      publication: scripts.publication,
      hasWaitingVersion: sql<boolean>`exists (
        select from ${v} w where w.script_id = ${scripts.id} and w.published_at is null and w.withdrawn_at is null)`,
      versionId: sql<number | null>`${v.id}`,
      isWithdrawn: sql<boolean>`${v.withdrawnAt} is not null or ${scriptFiles.key} is null`,
      withdrawalKind: v.withdrawalKind,
      analysis: archiveAnalyses.state,
      severity: archiveAnalyses.severity,
      openCases: sql<number>`(
        select count(*)::int from ${cases} c where c.script_id = ${scripts.id} and c.state = 'open')`,
      removal: {
        id: scriptRemovals.id,
        reason: scriptRemovals.reason,
        note: scriptRemovals.note,
        at: scriptRemovals.removedAt,
      },
    })
    .from(scripts)
    .innerJoin(users, eq(users.id, scripts.userId))
    .innerJoin(categories, eq(categories.id, scripts.categoryId))
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
    .leftJoin(v, eq(v.key, scriptFiles.key))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, scriptFiles.sha256))
    .leftJoin(
      scriptRemovals,
      sql`${scriptRemovals.scriptId} = ${scripts.id} and ${scriptRemovals.restoredAt} is null`,
    )
    .where(inArray(scripts.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const {
      publication,
      isWithdrawn,
      withdrawalKind,
      analysis,
      severity,
      removal,
      createdAt,
      updatedAt,
      ...script
    } = row
    const isWaiting = !isWithdrawn || script.hasWaitingVersion
    const hidden = isWaiting ? 'waiting' : withdrawalKind === 'rejected' ? 'rejected' : 'withdrawn'
    return {
      ...script,
      state: publication === 'review' ? hidden : publication,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      analysis: analysis === 'done' || analysis === 'failed' ? analysis : 'waiting',
      severity: analysis === 'done' ? severity : null,
      removal: removal && { ...removal, at: removal.at.toISOString() },
    }
  })
}

/** Newest first. */
export async function selectRemovals(db: Db, scriptId: number): Promise<PastRemoval[]> {
  const r = scriptRemovals
  const [remover, restorer] = [alias(users, 'remover'), alias(users, 'restorer')]
  const rows = await db
    .select({ removal: r, by: remover.username, restoredBy: restorer.username })
    .from(r)
    .leftJoin(remover, eq(remover.id, r.removedBy))
    .leftJoin(restorer, eq(restorer.id, r.restoredBy))
    .where(eq(r.scriptId, scriptId))
    .orderBy(desc(r.id))
  return rows.map(({ removal: { id, reason, note, removedAt, restoredAt }, by, restoredBy }) => ({
    id,
    reason,
    note,
    at: removedAt.toISOString(),
    by,
    restoredAt: restoredAt && restoredAt.toISOString(),
    restoredBy,
  }))
}
