import { eq, sql } from 'drizzle-orm'

import { prepared, type Db } from '#platform/database.ts'
import { ownStyles, type StoredStyle } from '#server/user-styles/user-styles.public.ts'
import { users } from '#server/users/users.tables.ts'

type ShownGroup = { display_name: string; color: string; style: StoredStyle | null }

const now = sql`${sql.placeholder('now')}::timestamptz`

/** What everybody may know of a person: no other column is read, so none can leak. */
export async function selectProfile(db: Db, usernameKey: string, at: Date) {
  const query = prepared(db, 'public_profile', (on) =>
    on
      .select({
        id: users.id,
        username: users.username,
        avatar: users.avatar,
        createdAt: users.createdAt,
        scriptsUploaded: users.scriptsUploaded,
        totalDownloads: users.totalDownloads,
        reputation: users.reputation,
        ownStyles: ownStyles(now),
        group: sql<ShownGroup | null>`(
          select json_build_object('display_name', g.display_name, 'color', g.color, 'style', case when s.id is null
            then null else json_build_object('css', s.css_properties, 'font', s.font_family) end)
          from memberships m join groups g on g.id = m.group_id
            left join user_styles s on s.id = g.style_id and s.is_active
          where m.user_id = users.id and m.is_active and (m.expires_at is null or m.expires_at > ${now})
          order by g.priority, g.id limit 1)`,
      })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('usernameKey'))),
  )
  const [row] = await query.execute({ usernameKey, now: at.toISOString() })
  return row
}
