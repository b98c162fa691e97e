import { sql } from 'drizzle-orm'

import type { App } from '#platform/app.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { insertUser } from '#test-support/users.ts'

import type { Actor } from './actors.ts'

/** Rows of each kind. */
const rowsMin = 15

/** Inserts what requests can refer to. Called again, it replaces the rows that requests deleted. */
export async function insertFixtures(app: App, actors: readonly Actor[]): Promise<void> {
  const { db } = app
  const uploader = actors.find(({ name }) => name === 'uploader')?.id ?? 0
  const countMissing = async (table: string) => {
    const { rows } = await db.execute<{ count: string }>(sql`select count(*) from ${sql.identifier(table)}`)
    return Math.max(0, rowsMin - Number(rows[0]?.count))
  }
  await db.execute(sql`
    insert into categories (name, name_key) values ('Scripts', 'scripts'), ('Cars', 'cars') on conflict do nothing`)
  for (let n = await countMissing('scripts'); n > 0; n--)
    await insertTestScript(app, { author: { id: uploader }, category: n % 2 ? 'Scripts' : 'Cars' })
  for (let n = await countMissing('partners'); n > 0; n--)
    await db.execute(sql`
      insert into partners (name, logo_url, website_url, discord_url)
      values ('Partner', 'https://a.example/', 'https://a.example/', 'https://a.example/')`)
  for (let n = await countMissing('groups'); n > 0; n--)
    await db.execute(sql`
      insert into groups (name, display_name, priority) values (${`group-${crypto.randomUUID()}`}, 'Group', 800)`)
  for (let n = await countMissing('user_styles'); n > 0; n--)
    await db.execute(sql`insert into user_styles (name, css_properties) values ('Gold', 'color: gold')`)
  for (let n = await countMissing('users'); n > 0; n--)
    await insertUser(db, `user-${crypto.randomUUID().slice(0, 8)}`)
  for (let n = await countMissing('categories'); n > 0; n--) {
    const name = `category-${crypto.randomUUID().slice(0, 8)}`
    await db.execute(sql`insert into categories (name, name_key) values (${name}, ${name})`)
  }
}

/** Existing ids, by the path of the request and the name of the parameter. */
export async function idsOf(app: App): Promise<(path: string, name: string) => readonly number[]> {
  const { rows } = await app.db.execute<{ resource: string; id: number }>(sql`
    select 'scripts' as resource, id from scripts union all select 'partners', id from partners
    union all select 'groups', id from groups union all select 'user-styles', id from user_styles
    union all select 'categories', id from categories union all select 'users', id from users
    union all select 'assign', id from style_assignments`)
  const of = (resource: string) => rows.filter((row) => row.resource === resource).map(({ id }) => id)
  return (path, name) => {
    if (name === 'userId' || path.startsWith('/api/users/')) return of('users')
    if (path.startsWith('/api/user-styles/assign')) return of('assign')
    return of(path.split('/')[2] ?? '')
  }
}
