import { and, eq, gte, inArray, like, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'

import type { UserQuery } from '#contract/moderation/user-admin.ts'
import { after, day } from '#platform/clock.ts'
import { activeBan, activeMembership } from '#server/access/access.public.ts'
import { bans, memberships } from '#server/access/access.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

/** The condition of the users that a query asks for. */
export function matching(query: UserQuery, adminIds: readonly number[], now: Date): SQL | undefined {
  const { q, role, status, group, verified, age, ip } = query
  return and(
    searched(q),
    ofRole(role, adminIds),
    ofStatus(status, now),
    group === undefined ? undefined : inArray(users.id, sql`(${memberIds(group, now)})`),
    verified === 'all' ? undefined : verified === 'yes' ? sql`email_verified` : sql`not email_verified`,
    ofAge(age, now),
    ofIp(ip),
  )
}

/**
 * Searches anywhere in username or email by the trigram index. One or two characters have no trigrams: they are searched
 * at the start.
 */
function searched(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const text = q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  const pattern = q.length < 3 ? `${text}%` : `%${text}%`
  return or(like(users.usernameKey, pattern), like(users.emailKey, pattern))
}

/** A whole IP, or all of a network. */
function ofIp(ip: string | undefined): SQL | undefined {
  if (!ip) return undefined
  const network = sql`ip_network(${ip})`
  const isWhole = !ip.includes('/')
  const isOf = (column: SQL) =>
    isWhole
      ? sql`(ip_network(${column}) = ${network} and ${column} = ${ip})`
      : sql`ip_network(${column}) = ${network}`
  return or(isOf(sql`registration_ip`), isOf(sql`last_login_ip`))
}

function ofRole(role: UserQuery['role'], adminIds: readonly number[]): SQL | undefined {
  if (role === 'all') return undefined
  return role === 'admin'
    ? sql`${users.id} = any(${idList(adminIds)})`
    : sql`${users.id} <> all(${idList(adminIds)})`
}

/** A banned user counts as banned whatever the account status is. */
function ofStatus(status: UserQuery['status'], now: Date): SQL | undefined {
  if (status === 'all') return undefined
  if (status === 'banned') return inArray(users.id, sql`(${bannedIds(now)})`)
  return and(eq(users.status, status), notInArray(users.id, sql`(${bannedIds(now)})`))
}

function memberIds(groupId: number, now: Date): SQL {
  return sql`select ${memberships.userId} from ${memberships}
    where ${memberships.groupId} = ${groupId} and ${activeMembership(now)}`
}

const daysOfAge = { day: 1, week: 7, month: 30, year: 365, older: 365 } as const

function ofAge(age: UserQuery['age'], now: Date): SQL | undefined {
  if (age === 'all') return undefined
  const limit = after(now, -daysOfAge[age] * day)
  return age === 'older' ? lt(users.createdAt, limit) : gte(users.createdAt, limit)
}

export function bannedIds(now: Date): SQL {
  return sql`select ${bans.userId} from ${bans} where ${activeBan(now)}`
}

export function idList(ids: readonly number[]): SQL {
  return sql`${sql.param(ids)}::integer[]`
}
