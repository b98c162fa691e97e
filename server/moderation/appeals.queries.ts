import { and, desc, eq, isNull } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { bans } from '#server/access/bans/bans.tables.ts'
import { takedownScripts } from '#server/records/cases/cases.tables.ts'
import { heldBy, membersColumn } from '#server/scripts/scripts.public.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { activeBan } from '#server/access/access.public.ts'

/** The active ban of a user. */
export async function selectActiveBanOf(db: Db, userId: number, now: Date) {
  const [row] = await db
    .select({ id: bans.id, issuedBy: bans.issuedBy })
    .from(bans)
    .where(and(eq(bans.userId, userId), activeBan(now)))
  return row
}

/** The latest removal of a script, if it was not restored. */
export async function selectOpenRemoval(db: Db, of: { id: number } | { scriptId: number }) {
  const r = scriptRemovals
  const [row] = await db
    .select({
      id: r.id,
      removedBy: r.removedBy,
      scriptId: scripts.id,
      name: scripts.name,
      userId: scripts.userId,
      members: membersColumn,
      caseId: r.caseId,
      notice: takedownScripts.caseId,
    })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .leftJoin(takedownScripts, heldBy)
    .where(and('id' in of ? eq(r.id, of.id) : eq(r.scriptId, of.scriptId), isNull(r.restoredAt)))
    .orderBy(desc(r.id))
    .limit(1)
  return row
}
