import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { CoAuthorRole } from '#contract/scripts/script-schemas.ts'
import type { Db } from '#platform/database/database.ts'
import { moveExemptions } from '#server/archives/archives.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scriptInvitations, scriptMembers } from '#server/scripts/members.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { teamMembers } from '#server/scripts/teams.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const i = scriptInvitations
const m = scriptMembers
const inviters = alias(users, 'inviters')

const isOpen = (now: Date) => and(isNull(i.answer), gt(i.expiresAt, now))

const invitation = {
  id: i.id,
  kind: i.kind,
  role: i.role,
  invitedBy: inviters.username,
  createdAt: i.createdAt,
  expiresAt: i.expiresAt,
}

export async function selectMembersWithNames(db: Db, scriptId: number) {
  const { id, username, avatar } = users
  return db
    .select({ id, username, avatar, role: m.role, since: m.since })
    .from(m)
    .innerJoin(users, eq(users.id, m.userId))
    .where(eq(m.scriptId, scriptId))
    .orderBy(asc(m.since), asc(m.userId))
}

/** What users are invited to. */
export type Subject = { scriptId: number } | { collectionId: number }

const isOf = (subject: Subject) =>
  'scriptId' in subject ? eq(i.scriptId, subject.scriptId) : eq(i.collectionId, subject.collectionId)

export async function selectOpenInvitations(db: Db, subject: Subject, now: Date) {
  return db
    .select({ ...invitation, user: { id: users.id, username: users.username } })
    .from(i)
    .innerJoin(users, eq(users.id, i.userId))
    .leftJoin(inviters, eq(inviters.id, i.invitedBy))
    .where(and(isOf(subject), isOpen(now)))
    .orderBy(desc(i.id))
}

/** With those of the teams that the user owns. */
export async function selectInvitationsOf(db: Db, userId: number, now: Date) {
  const ownedTeams = db
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, 'owner')))
  return db
    .select({
      ...invitation,
      script: { id: scripts.id, name: scripts.name },
      collection: { id: collections.id, title: collections.title },
      user: { id: users.id, username: users.username },
    })
    .from(i)
    .leftJoin(scripts, eq(scripts.id, i.scriptId))
    .leftJoin(collections, eq(collections.id, i.collectionId))
    .innerJoin(users, eq(users.id, i.userId))
    .leftJoin(inviters, eq(inviters.id, i.invitedBy))
    .where(and(or(eq(i.userId, userId), inArray(i.userId, ownedTeams)), isOpen(now)))
    .orderBy(desc(i.id))
}

/** Of a script or a collection that is locked, or to find it. */
export async function selectInvitation(db: Db, id: number) {
  const [row] = await db.select().from(i).where(eq(i.id, id))
  return row
}

/** All that have not expired, with those that were answered. */
export async function selectInvitationsTo(tx: Db, subject: Subject, userId: number, now: Date) {
  return tx
    .select()
    .from(i)
    .where(and(isOf(subject), eq(i.userId, userId), gt(i.expiresAt, now)))
    .orderBy(desc(i.id))
}

/** All that a user sent and that have not expired. */
export async function selectSentCount(tx: Db, userId: number, now: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(i)
    .where(and(eq(i.invitedBy, userId), gt(i.expiresAt, now)))
  return row?.count ?? 0
}

export async function insertInvitation(tx: Db, row: typeof scriptInvitations.$inferInsert): Promise<void> {
  await tx.insert(i).values(row)
}

export async function updateAnswer(
  tx: Db,
  id: number,
  answer: 'accepted' | 'declined' | 'withdrawn',
): Promise<void> {
  await tx.update(i).set({ answer }).where(eq(i.id, id))
}

export async function removeExpiredInvitations(db: Db, now: Date, subject?: Subject): Promise<void> {
  await db.delete(i).where(and(lte(i.expiresAt, now), subject && isOf(subject)))
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
