import { eq, sql } from 'drizzle-orm'

import type { OwnGroup } from '#contract/accounts.ts'
import { prepared, type Db } from '#platform/database.ts'
import { isBanInForce } from '#server/bans/bans.public.ts'
import { bans } from '#server/bans/bans.tables.ts'
import { discordLinks } from '#server/discord/discord.tables.ts'
import { ownStyles, type StoredStyle } from '#server/user-styles/user-styles.public.ts'
import { users } from '#server/users/users.tables.ts'

type StoredGroup = Omit<OwnGroup, 'user_styles'> & { style: (StoredStyle & { priority: number }) | null }

const now = sql`${sql.placeholder('now')}::timestamptz`
const counts = sql`m.is_active and (m.expires_at is null or m.expires_at > ${now})`

/** Everything a person sees of themselves, in one query. */
export async function selectOwnProfile(db: Db, id: number, at: Date) {
  const query = prepared(db, 'own_profile', (on) =>
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
          reason: bans.reason,
          isPermanent: bans.isPermanent,
          expiresAt: bans.expiresAt,
          createdAt: bans.createdAt,
          issuerName: bans.issuerName,
        },
        keys: sql<string[]>`array(
          select distinct p.permission_key from memberships m join group_permissions p on p.group_id = m.group_id
          where m.user_id = ${users.id} and ${counts})`,
        ownStyles: ownStyles(now),
        groups: sql<StoredGroup[]>`coalesce((
          select json_agg(json_build_object('id', g.id, 'name', g.name, 'display_name', g.display_name, 'color', g.color,
            'priority', g.priority, 'style', case when s.id is null then null
              else json_build_object('css', s.css_properties, 'font', s.font_family, 'priority', s.priority) end) order by g.priority, g.id)
          from memberships m join groups g on g.id = m.group_id
            left join user_styles s on s.id = g.style_id and s.is_active
          where m.user_id = ${users.id} and ${counts}), '[]')`,
      })
      .from(users)
      .leftJoin(discordLinks, eq(discordLinks.userId, users.id))
      .leftJoin(bans, isBanInForce(users.id, now))
      .where(eq(users.id, sql.placeholder('id'))),
  )
  const [row] = await query.execute({ id, now: at.toISOString() })
  return row
}
