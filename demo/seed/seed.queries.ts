import { and, eq, notInArray } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { groups } from '#server/access/access.tables.ts'
import { scriptImages, scripts } from '#server/scripts/scripts.tables.ts'
import { dailyStats } from '#server/records/records.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

import { users as demoUsers } from '../users.ts'

/** The number of past days that have a snapshot for the dashboard. */
export const snapshotDays = 120

const demoEmails = demoUsers.map(({ email }) => email)

/** The history is written last and in one transaction: it exists only when everything is seeded. */
export async function hasHistory(db: Db): Promise<boolean> {
  const isDemoOwner = and(eq(users.isOwner, true), eq(users.emailKey, demoEmails[0] ?? ''))
  return (await db.$count(users, isDemoOwner)) > 0 && (await db.$count(dailyStats)) >= snapshotDays
}

export async function hasCases(db: Db): Promise<boolean> {
  return (await db.$count(cases)) > 0
}

export async function hasTeams(db: Db): Promise<boolean> {
  return (await db.$count(users, eq(users.isTeam, true))) > 0
}

export function countOtherUsers(db: Db): Promise<number> {
  return db.$count(users, and(notInArray(users.emailKey, demoEmails), eq(users.isTeam, false)))
}

export async function selectUsernames(db: Db): Promise<Set<string>> {
  const rows = await db.select({ username: users.username }).from(users)
  return new Set(rows.map(({ username }) => username))
}

export async function selectGroupIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.select({ name: groups.name, id: groups.id }).from(groups)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export async function selectScriptIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.select({ name: scripts.name, id: scripts.id }).from(scripts)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export type ImageRow = Omit<typeof scriptImages.$inferSelect, 'id'>

/** By the id of their script. */
export async function selectCovers(db: Db): Promise<Map<number, ImageRow>> {
  const { scriptId, position, key, url, files, width, height, color } = scriptImages
  const rows = await db
    .select({ scriptId, position, key, url, files, width, height, color })
    .from(scriptImages)
    .where(eq(position, 0))
  return new Map(rows.map((row) => [row.scriptId, row]))
}
