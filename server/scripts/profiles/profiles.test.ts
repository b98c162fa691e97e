import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const visitor = null

const profileOf = (username: string, query = '') =>
  app.request(visitor, 'GET', `/api/users/profile/${encodeURIComponent(username)}${query}`)

const cardOf = (username: string) => app.request(visitor, 'GET', `/api/users/profile/${username}/card`)

async function submitScript(author: TestUser, name: string, publication = 'published'): Promise<number> {
  const { rows } = await app.db.execute<{ id: number }>(sql`
    with script as (
      insert into scripts (name, user_id, category_id, status, publication, file_size)
      select ${name}, ${author.id}, min(id), 'Readable', ${publication}, 10 from categories returning id
    ), doc as (
      insert into script_docs (script_id, description, document)
      select id, 'A description', to_tsvector('simple', ${name}) from script
    )
    select id from script`)
  if (publication === 'published')
    await app.db.execute(
      sql`update users set scripts_uploaded = scripts_uploaded + 1 where id = ${author.id}`,
    )
  return rows[0]?.id ?? 0
}

test.each([['unknown-user'], ['%'], ['a/b'], ["o'hara"], ['x'.repeat(100)]])(
  'the profile of %s is not found',
  async (username) => {
    expect(await profileOf(username)).toMatchObject({
      status: 404,
      body: { error: 'User not found', code: 'not_found' },
    })
  },
)

test.each([['a%00b'], ['x'.repeat(101)]])('an invalid username is not found', async (path) => {
  const response = await app.request(visitor, 'GET', `/api/users/profile/${path}`)

  expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a profile has public fields only and is found in any case', async () => {
  const author = await app.registerUser('Ada_L')
  await app.db.execute(sql`
    update users set phone_number = 'CANARY-PHONE', notes = 'NOTE-CANARY', registration_ip = '203.0.113.77',
      avatar = 'avatars/0123456789abcdef-256.webp', total_downloads = 40, reputation = 9 where id = ${author.id}`)

  const { status, body } = await profileOf('ADA_l')

  expect(status).toBe(200)
  expect(body).toEqual({
    id: author.id,
    username: 'Ada_L',
    avatar: '/files/avatars/0123456789abcdef-256.webp',
    joinDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    isTeam: false,
    scriptsUploaded: 0,
    totalDownloads: 40,
    reputation: 9,
    css: '',
    group: { display_name: 'Member', color: '#ad9c7e', css: '' },
    formattedText: [],
    links: [],
    coAuthored: 0,
    scripts: { scripts: [], pagination: { page: 1, limit: 12, total: 0, totalPages: 0 } },
  })
  expect(JSON.stringify(body)).not.toMatch(/CANARY|203\.0\.113|argon2|@example\.com|status|email/)
})

test('a card is the profile without its totals and scripts, and is gone under a former username', async () => {
  const author = await app.createUser()
  await submitScript(author, 'First')
  const profile = (await profileOf(author.username)).body
  const card = await cardOf(author.username.toUpperCase())
  await cardOf(author.username)
  await app.request(author, 'PUT', '/api/auth/profile', { username: 'Former_author' })

  expect(await cardOf('unknown-user')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { id, username, avatar, joinDate, css, group } = profile
  expect(card.body).toEqual({ id, username, avatar, joinDate, scriptsUploaded: 1, css, group })
  expect(card.headers.get('etag')).not.toBeNull()
  expect((await cardOf(username)).status).toBe(404)
})

test('a profile pages through the published scripts, twelve at a time', async () => {
  const author = await app.createUser()
  for (let n = 1; n <= 13; n++) await submitScript(author, `Script ${n}`)
  await submitScript(author, 'Awaiting review', 'review')

  const first = await profileOf(author.username)
  const second = await profileOf(author.username, '?page=2')

  expect(first.body.scriptsUploaded).toBe(13)
  expect(first.body.scripts.pagination).toEqual({ page: 1, limit: 12, total: 13, totalPages: 2 })
  expect(first.body.scripts.scripts).toHaveLength(12)
  expect(first.body.scripts.scripts[0]).toMatchObject({ name: 'Script 13', author: author.username })
  expect(second.body.scripts.scripts).toMatchObject([{ name: 'Script 1' }])
})

test('the scripts of a profile are sorted by each order, without those that wait for review', async () => {
  const author = await app.createUser()
  const values = [
    { name: 'A', downloads: 3, views: 10, trend: 0, updated: 5 },
    { name: 'B', downloads: 9, views: 20, trend: 0, updated: 1 },
    { name: 'C', downloads: 1, views: 30, trend: 4, updated: 3 },
  ]
  for (const { name, downloads, views, trend, updated } of values) {
    const id = await submitScript(author, name)
    await app.db.execute(sql`
      update scripts set downloads = ${downloads}, views = ${views}, trend = ${trend},
        updated_at = now() - ${updated} * interval '1 day' where id = ${id}`)
  }
  await submitScript(author, 'Awaiting review', 'review')

  for (const [sort, names] of Object.entries({
    newest: 'CBA',
    downloads: 'BAC',
    popular: 'BAC',
    views: 'CBA',
    trending: 'CBA',
    updated: 'BCA',
  })) {
    const { body } = await profileOf(author.username, `?sort=${sort}`)
    expect([sort, body.scripts.scripts.map(({ name }: { name: string }) => name).join('')]).toEqual([
      sort,
      names,
    ])
  }
  expect((await profileOf(author.username, '?sort=best')).status).toBe(400)
})

test('the group of a profile is that of the highest active membership, with its style', async () => {
  const member = await app.createUser()
  const painter = await app.joinGroup(member.id, 'Painters', 40, [])
  const formerly = await app.joinGroup(member.id, 'Former kings', 5, [])
  await app.db.execute(
    sql`update memberships set expires_at = now() - interval '1 second' where group_id = ${formerly}`,
  )
  await app.db.execute(sql`
    with style as (insert into user_styles (name, css_properties) values ('Gold', 'color: gold') returning id)
    update groups set color = '#123456', style_id = style.id from style where groups.id = ${painter}`)

  const { body } = await profileOf(member.username)

  expect(body.group).toEqual({
    display_name: 'Painters',
    color: '#123456',
    css: 'color: light-dark(#775f00, #ffd700)',
  })
})

test('a user without a group has no tag', async () => {
  const member = await app.createUser()
  await app.db.execute(sql`delete from memberships where user_id = ${member.id}`)

  expect((await profileOf(member.username)).body.group).toBeNull()
})

test('a cached profile is byte-identical until it changes', async () => {
  const member = await app.createUser()
  const first = await profileOf(member.username)
  const etag = first.headers.get('etag') ?? ''

  const again = await app.request(visitor, 'GET', `/api/users/profile/${member.username}`, undefined, {
    'if-none-match': etag,
  })

  expect(etag).not.toBe('')
  expect(again.status).toBe(304)
})

test('a new name and a new group apply on the next call, and the old name is free', async () => {
  const member = await app.createUser()
  const owner = await app.createOwner()
  await profileOf(member.username)
  const { rows } = await app.db.execute<{ id: number }>(sql`select id from groups where name = 'verified'`)

  await app.request(member, 'PUT', '/api/auth/profile', { username: 'Phoenix' })
  const renamed = await profileOf('phoenix')
  const body = { group_id: rows[0]?.id, action: 'add' }
  await app.request(owner, 'PUT', `/api/users/admin/users/${member.id}/groups`, body)
  const promoted = await profileOf('phoenix')

  expect((await profileOf(member.username)).status).toBe(404)
  expect(renamed.body).toMatchObject({
    id: member.id,
    username: 'Phoenix',
    group: { display_name: 'Member' },
  })
  expect(promoted.body.group.display_name).toBe('Verified member')
})

test('a like raises the reputation of the author', async () => {
  const author = await app.createUser()
  const script = await submitScript(author, 'Liked')
  const admirer = await app.createUser()
  expect((await app.request(admirer, 'POST', `/api/scripts/${script}/like`)).body).toEqual({
    isLiked: true,
    likeCount: 1,
  })

  expect((await profileOf(author.username)).body).toMatchObject({
    reputation: 1,
    scripts: { scripts: [{ likes: 1 }] },
  })
})
