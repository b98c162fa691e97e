import { and, asc, eq, sql } from 'drizzle-orm'

import type { Group, GroupMember, GroupOfUser } from '#contract/access/groups.ts'
import type { Db } from '#platform/database/database.ts'
import { userStyles, groups, memberships } from '#server/access/access.tables.ts'
import { styleCss } from '#server/access/user-styles/name-style.rules.ts'
import { avatarUrl } from '#server/access/users/users.rules.ts'
import { users } from '#server/access/users/users.tables.ts'

import { activeMembership } from './groups.queries.ts'

const groupColumns = {
  id: groups.id,
  name: groups.name,
  display_name: groups.displayName,
  description: groups.description,
  color: groups.color,
  priority: groups.priority,
  style_id: groups.styleId,
  is_default: groups.isDefault,
  member_count: groups.memberCount,
  group_permissions: sql<{ permission_key: string }[]>`coalesce((
    select json_agg(json_build_object('permission_key', p.permission_key) order by p.permission_key)
    from group_permissions p where p.group_id = ${groups.id}), '[]')`,
  user_styles: { id: userStyles.id, name: userStyles.name, css_properties: userStyles.cssProperties },
}

/** All groups, highest authority first. */
export async function selectGroups(db: Db): Promise<Group[]> {
  return db
    .select(groupColumns)
    .from(groups)
    .leftJoin(userStyles, eq(userStyles.id, groups.styleId))
    .orderBy(asc(groups.priority), asc(groups.id))
}

export async function selectGroup(db: Db, id: number): Promise<Group | undefined> {
  const [row] = await db
    .select(groupColumns)
    .from(groups)
    .leftJoin(userStyles, eq(userStyles.id, groups.styleId))
    .where(eq(groups.id, id))
  return row
}

/** The groups of the active memberships, highest authority first, with their validated styles. */
export async function selectActiveGroups(db: Db, userId: number, now: Date): Promise<GroupOfUser[]> {
  const rows = await db
    .select({
      ...groupColumns,
      font: userStyles.fontFamily,
      is_active: memberships.isActive,
      expiresAt: memberships.expiresAt,
    })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .leftJoin(userStyles, and(eq(userStyles.id, groups.styleId), eq(userStyles.isActive, true)))
    .where(and(eq(memberships.userId, userId), activeMembership(now)))
    .orderBy(asc(groups.priority), asc(groups.id))
  return rows.map(({ expiresAt, font, user_styles: style, ...row }) => ({
    ...row,
    user_styles: style && {
      ...style,
      css_properties: styleCss([{ css: style.css_properties, font: font ?? 'default' }]),
    },
    expires_at: expiresAt?.toISOString() ?? null,
  }))
}

export async function selectMembers(
  db: Db,
  groupId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<GroupMember[]> {
  const rows = await db
    .select({
      id: users.id,
      username: users.username,
      avatar: users.avatar,
      isActive: memberships.isActive,
      expiresAt: memberships.expiresAt,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.groupId, groupId))
    .orderBy(asc(memberships.userId))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id, username, avatar, isActive, expiresAt, createdAt }) => ({
    id,
    username,
    avatar_url: avatarUrl(avatar),
    is_active: isActive,
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }))
}
