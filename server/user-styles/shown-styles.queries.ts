import { sql, type SQL } from 'drizzle-orm'

import type { StoredStyle } from './name-style.rules.ts'

/** A column for a query of users: the styles that each was given and still has, in the order in which they apply. */
export function ownStyles(at: SQL): SQL<StoredStyle[]> {
  return sql<StoredStyle[]>`coalesce((
    select json_agg(json_build_object('css', s.css_properties, 'font', s.font_family) order by s.priority desc, s.id)
    from style_assignments a join user_styles s on s.id = a.style_id and s.is_active
    where a.user_id = users.id and a.is_active and (a.expires_at is null or a.expires_at > ${at})), '[]')`
}
