import { and, asc, eq, sql } from 'drizzle-orm'

import type { CoAuthorRole } from '#contract/scripts/script-limits.ts'
import type { Db } from '#platform/database/database.ts'
import { moveExemptions } from '#server/archives/archives.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptMembers } from '#server/scripts/members.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const m = scriptMembers

export async function selectMembersWithNames(db: Db, scriptId: number) {
  const { id, username, avatar } = users
  return db
    .select({ id, username, avatar, role: m.role, since: m.since })
    .from(m)
    .innerJoin(users, eq(users.id, m.userId))
    .where(eq(m.scriptId, scriptId))
    .orderBy(asc(m.since), asc(m.userId))
}

export async function insertMember(tx: Db, row: typeof scriptMembers.$inferInsert): Promise<void> {
  await tx.insert(m).values(row)
}

const isMember = (scriptId: number, userId: number) => and(eq(m.scriptId, scriptId), eq(m.userId, userId))

export async function updateRole(
  tx: Db,
  scriptId: number,
  userId: number,
  role: CoAuthorRole,
): Promise<void> {
  await tx.update(m).set({ role }).where(isMember(scriptId, userId))
}

export async function removeMemberRow(tx: Db, scriptId: number, userId: number): Promise<void> {
  await tx.delete(m).where(isMember(scriptId, userId))
}

/** Withdrawals of an earlier release were by the author or a moderator, which a new owner would no longer show. */
export async function updateOwner(
  tx: Db,
  scriptId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const v = scriptVersions
  await tx
    .update(v)
    .set({ withdrawnByModerator: sql`coalesce(${v.withdrawnBy} <> ${from}, false)` })
    .where(and(eq(v.scriptId, scriptId), sql`withdrawn_at is not null and withdrawn_by_moderator is null`))
  await tx.update(scripts).set({ userId: to }).where(eq(scripts.id, scriptId))
}

/** The blocklist spares and concerns the script as before. */
export async function updateExemptions(
  tx: Db,
  scriptId: number,
  owners: { from: number; to: number },
): Promise<void> {
  const { sha256, scriptId: ofScript } = scriptVersions
  await moveExemptions(
    tx,
    scriptId,
    owners,
    sql`select ${sha256} from ${scriptVersions} where ${ofScript} = ${scriptId}`,
  )
}

/** The scripts of an owner that have a maintainer. */
export async function selectMaintainedScripts(db: Db, ownerId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: scripts.id })
    .from(scripts)
    .innerJoin(m, and(eq(m.scriptId, scripts.id), eq(m.role, 'maintainer')))
    .where(eq(scripts.userId, ownerId))
    .orderBy(asc(scripts.id))
  return rows.map(({ id }) => id)
}
