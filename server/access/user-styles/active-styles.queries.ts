import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type { StoredStyle } from './name-style.rules.ts'

/** The condition that a row of `style_assignments` is active. */
export function activeAssignment(now: Date | SQLWrapper): SQL {
  const time = now instanceof Date ? now.toISOString() : now
  return sql`(style_assignments.is_active
    and (style_assignments.expires_at is null or style_assignments.expires_at > ${time}::timestamptz))`
}

/** A column for a query of users: the active styles of each user, in the order in which they apply. */
export function ownStyles(now: Date | SQLWrapper): SQL<StoredStyle[]> {
  return sql<StoredStyle[]>`coalesce((
    select json_agg(json_build_object('css', s.css_properties, 'font', s.font_family) order by s.priority desc, s.id)
    from style_assignments join user_styles s on s.id = style_id and s.is_active
    where user_id = users.id and ${activeAssignment(now)}), '[]')`
}
