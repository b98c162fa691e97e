import { sql } from 'drizzle-orm'

import type { Hub } from '#platform/hub.ts'
import { insertTestScript } from '#server/scripts/testing.ts'

import type { Actor } from './actors.ts'

const wanted = 15

/** Something of everything for requests to name, with low ids at first and others as it is deleted. */
export async function restoreWorld(hub: Hub, actors: readonly Actor[]): Promise<void> {
  const { db } = hub
  const uploader = actors.find(({ name }) => name === 'uploader')?.id ?? 0
  const missing = async (table: string) => {
    const { rows } = await db.execute<{ count: string }>(sql`select count(*) from ${sql.identifier(table)}`)
    return Math.max(0, wanted - Number(rows[0]?.count))
  }
  await db.execute(sql`
    insert into categories (name, name_key) values ('Scripts', 'scripts'), ('Cars', 'cars') on conflict do nothing`)
  for (let n = await missing('scripts'); n > 0; n--)
    await insertTestScript(hub, { author: { id: uploader }, category: n % 2 ? 'Scripts' : 'Cars' })
  for (let n = await missing('partners'); n > 0; n--)
    await db.execute(sql`
      insert into partners (name, logo_url, website_url, discord_url)
      values ('Partner', 'https://a.example/', 'https://a.example/', 'https://a.example/')`)
  for (let n = await missing('groups'); n > 0; n--)
    await db.execute(sql`
      insert into groups (name, display_name, priority) values (${`group-${crypto.randomUUID()}`}, 'Group', 800)`)
  for (let n = await missing('user_styles'); n > 0; n--)
    await db.execute(sql`insert into user_styles (name, css_properties) values ('Gold', 'color: gold')`)
  for (let n = await missing('users'); n > 0; n--) {
    const name = `somebody-${crypto.randomUUID().slice(0, 8)}`
    await db.execute(sql`
      insert into users (username, username_key, email, email_key)
      values (${name}, ${name}, ${`${name}@example.com`}, ${`${name}@example.com`})`)
  }
  for (let n = await missing('categories'); n > 0; n--) {
    const name = `category-${crypto.randomUUID().slice(0, 8)}`
    await db.execute(sql`insert into categories (name, name_key) values (${name}, ${name})`)
  }
}

/** Ids that lead somewhere, by the beginning of the path that they stand in. */
export async function idsOf(hub: Hub): Promise<(path: string, name: string) => readonly number[]> {
  const { rows } = await hub.db.execute<{ place: string; id: number }>(sql`
    select 'scripts' as place, id from scripts union all select 'partners', id from partners
    union all select 'groups', id from groups union all select 'user-styles', id from user_styles
    union all select 'categories', id from categories union all select 'users', id from users
    union all select 'assign', id from style_assignments`)
  const of = (place: string) => rows.filter((row) => row.place === place).map(({ id }) => id)
  return (path, name) => {
    if (name === 'userId' || path.startsWith('/api/users/')) return of('users')
    if (path.startsWith('/api/user-styles/assign')) return of('assign')
    return of(path.split('/')[2] ?? '')
  }
}
