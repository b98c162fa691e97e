import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { usernameKey } from '#server/access/access.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { teamMembers, teams } from '#server/scripts/members.tables.ts'

const m = teamMembers

const team = { id: users.id, name: users.username, image: users.avatar }

/** Owners first, then by the time they joined. */
const byRole = [
  asc(sql`array_position('{owner,maintainer,contributor}'::text[], ${m.role})`),
  asc(m.since),
  asc(m.userId),
] as const

export async function insertTeam(tx: Db, row: typeof teams.$inferInsert): Promise<void> {
  await tx.insert(teams).values(row)
}

const withId = (db: Db, id: number) =>
  db
    .select({ ...team, team: teams })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.id))
    .where(eq(teams.id, id))

/** Locks the team, so that its members and invitations change one after the other. */
export async function selectTeamForUpdate(tx: Db, id: number) {
  const [row] = await withId(tx, id).for('no key update')
  return row
}

export async function selectTeam(db: Db, id: number) {
  const [row] = await withId(db, id)
  return row
}

/** The public columns. */
export async function selectTeamByName(db: Db, name: string) {
  const { scriptsUploaded, totalDownloads } = users
  const query = preparedStatement(db, 'team_by_name', (on) =>
    on
      .select({ ...team, scriptsUploaded, totalDownloads, team: teams })
      .from(users)
      .innerJoin(teams, eq(teams.id, users.id))
      .where(eq(users.usernameKey, sql.placeholder('key'))),
  )
  const [row] = await query.execute({ key: usernameKey(name) })
  return row
}

export async function updateTeam(
  tx: Db,
  id: number,
  change: Partial<Pick<typeof teams.$inferInsert, 'text' | 'links' | 'updatedAt'>>,
): Promise<void> {
  await tx.update(teams).set(change).where(eq(teams.id, id))
}

/** Of every publication state. */
export async function selectScriptCount(db: Db, teamId: number): Promise<number> {
  return db.$count(scripts, eq(scripts.userId, teamId))
}

export async function selectTeamMembers(db: Db, teamId: number) {
  const { id, username, avatar } = users
  return db
    .select({ id, username, avatar, role: m.role, since: m.since })
    .from(m)
    .innerJoin(users, eq(users.id, m.userId))
    .where(eq(m.teamId, teamId))
    .orderBy(...byRole)
}

export async function selectTeamMemberIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db
    .select({ id: m.userId })
    .from(m)
    .where(eq(m.teamId, teamId))
    .orderBy(...byRole)
  return rows.map(({ id }) => id)
}

/** The members who speak for a team: its owners and maintainers. Empty for a user, because a team has an owner. */
export async function selectTeamMaintainerIds(db: Db, teamId: number): Promise<number[]> {
  const rows = await db
    .select({ id: m.userId })
    .from(m)
    .where(and(eq(m.teamId, teamId), ne(m.role, 'contributor')))
    .orderBy(...byRole)
  return rows.map(({ id }) => id)
}

/** Those of the teams for which the user speaks. */
export async function selectMaintainedTeams(
  db: Db,
  userId: number,
  teamIds: readonly number[],
): Promise<Set<number>> {
  if (teamIds.length === 0) return new Set()
  const rows = await db
    .select({ id: m.teamId })
    .from(m)
    .where(and(eq(m.userId, userId), inArray(m.teamId, [...teamIds]), ne(m.role, 'contributor')))
  return new Set(rows.map(({ id }) => id))
}

export async function selectTeamRole(db: Db, teamId: number, userId: number): Promise<ScriptRole | null> {
  const [row] = await db.select({ role: m.role }).from(m).where(isMember(teamId, userId))
  return row?.role ?? null
}

export async function selectTeamsOf(db: Db, userId: number) {
  return db
    .select({ ...team, role: m.role })
    .from(m)
    .innerJoin(users, eq(users.id, m.teamId))
    .where(eq(m.userId, userId))
    .orderBy(asc(users.usernameKey))
}

export async function selectOwnedCount(db: Db, userId: number): Promise<number> {
  return db.$count(m, and(eq(m.userId, userId), eq(m.role, 'owner')))
}

export async function insertTeamMember(tx: Db, row: typeof teamMembers.$inferInsert): Promise<void> {
  await tx.insert(m).values(row)
}

const isMember = (teamId: number, userId: number) => and(eq(m.teamId, teamId), eq(m.userId, userId))

/** Waits for writes of the member in scripts of the team, which lock this row (`withMembers`). */
export async function updateTeamRole(
  tx: Db,
  teamId: number,
  userId: number,
  role: ScriptRole,
): Promise<void> {
  await tx.update(m).set({ role }).where(isMember(teamId, userId))
}

/** Waits as `updateTeamRole` does. */
export async function removeTeamMemberRow(tx: Db, teamId: number, userId: number): Promise<void> {
  await tx.delete(m).where(isMember(teamId, userId))
}
