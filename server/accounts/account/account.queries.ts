import { and, eq, sql, asc, gt, inArray, isNotNull } from 'drizzle-orm'

import type { OwnGroup } from '#contract/access/users.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { activeMembership, ownStyles, type StoredStyle, activeBan } from '#server/access/access.public.ts'
import { bans } from '#server/access/access.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { discordLinks, credentials } from '#server/accounts/accounts.tables.ts'

type StoredGroup = Omit<OwnGroup, 'user_styles'> & { style: (StoredStyle & { priority: number }) | null }

const nowParameter = sql.placeholder('now')

/** Reads everything that users see of their own account in one query. */
export async function selectOwnProfile(db: Db, id: number, time: Date) {
  const query = preparedStatement(db, 'own_profile', (on) =>
    on
      .select({
        user: {
          id: users.id,
          username: users.username,
          email: users.email,
          avatar: users.avatar,
          isAdmin: users.isAdmin,
          isOwner: users.isOwner,
          scriptsUploaded: users.scriptsUploaded,
          totalDownloads: users.totalDownloads,
          phoneNumber: users.phoneNumber,
          emailVerified: users.emailVerified,
          twoFactorEnabled: users.twoFactorEnabled,
          status: users.status,
        },
        discordUserId: discordLinks.discordUserId,
        ban: {
          id: bans.id,
          reason: bans.reason,
          isPermanent: bans.isPermanent,
          expiresAt: bans.expiresAt,
          createdAt: bans.createdAt,
          issuerName: bans.issuerName,
        },
        keys: sql<string[]>`array(
          select distinct permission_key from memberships join group_permissions using (group_id)
          where user_id = ${users.id} and ${activeMembership(nowParameter)})`,
        ownStyles: ownStyles(nowParameter),
        groups: sql<StoredGroup[]>`coalesce((
          select json_agg(json_build_object('id', g.id, 'name', g.name, 'display_name', g.display_name, 'color', g.color,
            'priority', g.priority, 'style', case when s.id is null then null
              else json_build_object('css', s.css_properties, 'font', s.font_family, 'priority', s.priority) end) order by g.priority, g.id)
          from memberships join groups g on g.id = group_id
            left join user_styles s on s.id = g.style_id and s.is_active
          where user_id = ${users.id} and ${activeMembership(nowParameter)}), '[]')`,
      })
      .from(users)
      .leftJoin(discordLinks, eq(discordLinks.userId, users.id))
      .leftJoin(bans, and(eq(bans.userId, users.id), activeBan(nowParameter)))
      .where(eq(users.id, sql.placeholder('id'))),
  )
  const [row] = await query.execute({ id, now: time.toISOString() })
  return row
}

/** The next batch of users with an avatar, by id. */
export async function selectAvatarsAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<{ id: number; avatar: string }[]> {
  const rows = await db
    .select({ id: users.id, avatar: users.avatar })
    .from(users)
    .where(and(gt(users.id, id), isNotNull(users.avatar)))
    .orderBy(asc(users.id))
    .limit(limit)
  return rows.flatMap(({ id: userId, avatar }) => (avatar === null ? [] : [{ id: userId, avatar }]))
}

export async function selectAvatarsAmong(db: Db, avatars: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ avatar: users.avatar })
    .from(users)
    .where(inArray(users.avatar, [...avatars]))
  return rows.flatMap(({ avatar }) => avatar ?? [])
}

export async function insertCredentials(
  tx: Db,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.insert(credentials).values({ userId, passwordHash, changedAt: now })
}

export async function selectPasswordHash(db: Db, userId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return row?.passwordHash
}

/** Returns false if the stored hash is no longer the expected one. */
export async function updatePasswordHash(
  tx: Db,
  userId: number,
  change: { passwordHash: string; expectedHash?: string | undefined; now: Date },
): Promise<boolean> {
  const { passwordHash, expectedHash, now } = change
  const expected = expectedHash === undefined ? undefined : eq(credentials.passwordHash, expectedHash)
  const updated = await tx
    .update(credentials)
    .set({ passwordHash, changedAt: now })
    .where(and(eq(credentials.userId, userId), expected))
    .returning({ userId: credentials.userId })
  return updated.length > 0
}

export async function selectAccountByEmail(db: Db, emailKey: string) {
  const query = preparedStatement(db, 'account_by_email', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        email: users.email,
        status: users.status,
        lockedUntil: users.lockedUntil,
        passwordHash: credentials.passwordHash,
      })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.emailKey, sql.placeholder('emailKey'))),
  )
  const [row] = await query.execute({ emailKey })
  return row
}
