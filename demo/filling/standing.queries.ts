import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

import { extraGroups, styleGifts, styles } from '../standing.ts'

/** Groups, memberships that end, and styles of groups and people, so that the back office has something to manage. */
export async function insertStandings(tx: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into groups (name, display_name, description, color, priority, member_count, created_at)
    select name, "displayName", description, color, priority, jsonb_array_length(members),
      ${at} - "daysAgo" * interval '1 day'
    from jsonb_to_recordset(${json(extraGroups)}) as g (
      name text, "displayName" text, description text, color text, priority int, members jsonb, "daysAgo" int)`)
  await tx.execute(sql`
    insert into group_permissions (group_id, permission_key)
    select g.id, key from jsonb_to_recordset(${json(extraGroups)}) as e (name text, permissions jsonb)
      join groups g on g.name = e.name, jsonb_array_elements_text(e.permissions) as key`)
  await tx.execute(sql`
    insert into memberships (user_id, group_id, created_at, expires_at)
    select u.id, g.id, ${at} - m."daysAgo" * interval '1 day', ${at} + m."endsInDays" * interval '1 day'
    from jsonb_to_recordset(${json(extraGroups)}) as e (name text, members jsonb)
      join groups g on g.name = e.name,
      jsonb_to_recordset(e.members) as m (username text, "daysAgo" int, "endsInDays" int)
      join users u on u.username = m.username`)
  await tx.execute(sql`
    insert into user_styles (name, description, css_properties, font_family, priority, is_active, created_at)
    select name, description, css, font, priority, "isActive", ${at} - "daysAgo" * interval '1 day'
    from jsonb_to_recordset(${json(styles)}) as s (
      name text, description text, css text, font text, priority int, "isActive" boolean, "daysAgo" int)`)
  await tx.execute(sql`
    update groups g set style_id = s.id
    from jsonb_to_recordset(${json(styles)}) as d (name text, "group" text) join user_styles s on s.name = d.name
    where g.name = d."group"`)
  await tx.execute(sql`
    insert into style_assignments (user_id, style_id, assigned_at, expires_at, is_active)
    select u.id, s.id, ${at} - d."daysAgo" * interval '1 day', ${at} + d."endsInDays" * interval '1 day',
      d."endsInDays" is null or d."endsInDays" > 0
    from jsonb_to_recordset(${json(styleGifts)}) as d (
      username text, style text, "daysAgo" int, "endsInDays" int)
      join users u on u.username = d.username join user_styles s on s.name = d.style`)
}

function json(rows: readonly object[]) {
  return sql`${JSON.stringify(rows)}::jsonb`
}
