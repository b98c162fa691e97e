import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database/database.ts'
import { activeBan, usernameKey } from '#server/access/access.public.ts'
import { bans } from '#server/access/access.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

import { collections } from './collections.tables.ts'
import { teamMembers, scriptInvitations, teamInvitations } from './members.tables.ts'
import { scripts } from './scripts.tables.ts'

const i = scriptInvitations
const t = teamInvitations
const inviters = alias(users, 'inviters')

/** A user or a team. `mayJoin`: the account is active and not banned. */
export async function selectInvitee(tx: Db, username: string, now: Date) {
  const [row] = await tx
    .select({
      id: users.id,
      username: users.username,
      isTeam: users.isTeam,
      mayJoin: sql<boolean>`${users.status} = 'active' and not exists (
        select from ${bans} where bans.user_id = users.id and ${activeBan(now)})`,
    })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return row
}

const isOpen = (now: Date) => and(isNull(i.answer), gt(i.expiresAt, now))

const invitation = {
  id: i.id,
  kind: i.kind,
  role: i.role,
  invitedBy: inviters.username,
  createdAt: i.createdAt,
  expiresAt: i.expiresAt,
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
  return tx.$count(i, and(eq(i.invitedBy, userId), gt(i.expiresAt, now)))
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

const isOpenOfTeam = (now: Date) => and(isNull(t.answer), gt(t.expiresAt, now))

const teamInvitation = {
  id: t.id,
  role: t.role,
  invitedBy: inviters.username,
  createdAt: t.createdAt,
  expiresAt: t.expiresAt,
}

export async function selectOpenTeamInvitations(db: Db, teamId: number, now: Date) {
  return db
    .select({ ...teamInvitation, user: { id: users.id, username: users.username } })
    .from(t)
    .innerJoin(users, eq(users.id, t.userId))
    .leftJoin(inviters, eq(inviters.id, t.invitedBy))
    .where(and(eq(t.teamId, teamId), isOpenOfTeam(now)))
    .orderBy(desc(t.id))
}

export async function selectTeamInvitationsOf(db: Db, userId: number, now: Date) {
  return db
    .select({ ...teamInvitation, team: { id: users.id, name: users.username, image: users.avatar } })
    .from(t)
    .innerJoin(users, eq(users.id, t.teamId))
    .leftJoin(inviters, eq(inviters.id, t.invitedBy))
    .where(and(eq(t.userId, userId), isOpenOfTeam(now)))
    .orderBy(desc(t.id))
}

export async function selectTeamInvitation(db: Db, id: number) {
  const [row] = await db.select().from(t).where(eq(t.id, id))
  return row
}

/** All that have not expired, with those that were answered. */
export async function selectTeamInvitationsTo(tx: Db, teamId: number, userId: number, now: Date) {
  return tx
    .select()
    .from(t)
    .where(and(eq(t.teamId, teamId), eq(t.userId, userId), gt(t.expiresAt, now)))
    .orderBy(desc(t.id))
}

/** All that a user sent and that have not expired. */
export async function selectSentTeamInvitationCount(tx: Db, userId: number, now: Date): Promise<number> {
  return tx.$count(t, and(eq(t.invitedBy, userId), gt(t.expiresAt, now)))
}

export async function insertTeamInvitation(tx: Db, row: typeof teamInvitations.$inferInsert): Promise<void> {
  await tx.insert(t).values(row)
}

export async function updateTeamAnswer(
  tx: Db,
  id: number,
  answer: 'accepted' | 'declined' | 'withdrawn',
): Promise<void> {
  await tx.update(t).set({ answer }).where(eq(t.id, id))
}

export async function removeExpiredTeamInvitations(db: Db, now: Date, teamId?: number): Promise<void> {
  const ofTeam = teamId === undefined ? undefined : eq(t.teamId, teamId)
  await db.delete(t).where(and(lte(t.expiresAt, now), ofTeam))
}
