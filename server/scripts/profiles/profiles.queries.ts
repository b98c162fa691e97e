import { eq, sql } from 'drizzle-orm'
import { type Db, preparedStatement } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { activeMembership, ownStyles, type StoredStyle } from '#server/access/access.public.ts'

type GroupRow = { display_name: string; color: string; style: StoredStyle | null }

const now = sql.placeholder('now')

/** Reads public columns only, so that no other can leak. */
export async function selectProfile(db: Db, usernameKey: string, time: Date) {
  const query = preparedStatement(db, 'public_profile', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        avatar: users.avatar,
        isTeam: users.isTeam,
        createdAt: users.createdAt,
        scriptsUploaded: users.scriptsUploaded,
        totalDownloads: users.totalDownloads,
        reputation: users.reputation,
        ownStyles: ownStyles(now),
        group: sql<GroupRow | null>`(
          select json_build_object('display_name', g.display_name, 'color', g.color, 'style', case when s.id is null
            then null else json_build_object('css', s.css_properties, 'font', s.font_family) end)
          from memberships join groups g on g.id = group_id
            left join user_styles s on s.id = g.style_id and s.is_active
          where user_id = users.id and ${activeMembership(now)}
          order by g.priority, g.id limit 1)`,
      })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
  )
  const [row] = await query.execute({ usernameKey, now: time.toISOString() })
  return row
}
