import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const manager = await app.createUser('admin.system.access', 'admin.partners.manage')
const visitor = null

const draft = {
  name: 'Night City',
  logo_url: 'https://night.example/logo.png',
  website_url: 'https://night.example',
  discord_url: 'https://discord.example/night',
  description: 'A city.',
  is_featured: true,
}

const add = (body: Record<string, unknown> = draft, user: TestUser | null = manager) =>
  app.request(user, 'POST', '/api/partners', body)
const edit = (id: number, body: Record<string, unknown>, user: TestUser | null = manager) =>
  app.request(user, 'PUT', `/api/partners/${id}`, body)
const remove = (id: number, user: TestUser | null = manager) =>
  app.request(user, 'DELETE', `/api/partners/${id}`)
const partners = async (): Promise<{ id: number; name: string }[]> =>
  (await app.request(visitor, 'GET', '/api/partners')).body
const homePage = async () => String((await app.request(visitor, 'GET', '/')).body)
const totalIn = (total: number) => `"totalPartners":${total}`
const totalPartners = async () => (await app.request(visitor, 'GET', '/api/stats')).body.totalPartners
const descriptionsOf = async (id: number) => {
  const { rows } = await app.db.execute(sql`
    select action, user_id, metadata from activities where target_type = 'partner' and target_id = ${id} order by id`)
  return rows
}

test('changes of partners need admin.partners.manage', async () => {
  const { body: partner } = await add()
  const viewer = await app.createUser('admin.system.access', 'admin.partners.view')
  const outsider = await app.createUser('admin.partners.manage')

  for (const user of [viewer, outsider]) {
    expect(await add(draft, user)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(partner.id, { name: 'Mine' }, user)).status).toBe(403)
    expect((await remove(partner.id, user)).status).toBe(403)
  }
  expect((await add(draft, visitor)).status).toBe(401)

  expect((await partners()).filter(({ name }) => name !== 'Night City')).toEqual([])
  expect(await descriptionsOf(partner.id)).toHaveLength(1)
  await remove(partner.id)
})

test.each<[promise: string, wrong: Record<string, unknown>, fields: Record<string, unknown>]>([
  ['no name', { name: ' ' }, { name: 'Partner name is required' }],
  ['no logo', { logo_url: '' }, { logo_url: 'Logo URL is required' }],
  ['no website', { website_url: undefined }, { website_url: 'Website URL is required' }],
  ['no chat', { discord_url: null }, { discord_url: 'Discord URL is required' }],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, { name: expect.stringContaining('100') }],
  ['a number for a logo', { logo_url: 7 }, { logo_url: 'Logo URL is required' }],
  ['a word for featured', { is_featured: 'yes' }, { is_featured: expect.any(String) }],
  ...[
    'javascript:alert(1)',
    ' JavaScript:alert(1)//https://a.example',
    'data:text/html,<script>',
    'vbscript:x',
    'ftp://a.example/logo.png',
    '//a.example/logo.png',
    '/logo.png',
    'logo.png',
    'https:a.example',
    'https://',
    'https://a b.example',
    'https://user:word@a.example',
    'https://trusted.example@a.example',
    String.raw`https:\\a.example`,
    'https://a.example/\u0007',
    'https://a.example/\u202Egnp.exe',
    `https://a.example/${'x'.repeat(2048)}`,
  ].flatMap((url) =>
    ['logo_url', 'website_url', 'discord_url'].map(
      (field): [string, Record<string, unknown>, Record<string, unknown>] => [
        `${JSON.stringify(url).slice(0, 50)} as ${field}`,
        { [field]: url },
        { [field]: 'Please enter a valid URL' },
      ],
    ),
  ),
])('a partner with %s is rejected', async (_, wrong, fields) => {
  const before = await partners()

  expect(await add({ ...draft, ...wrong })).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await partners()).toEqual(before)
})

test('a new partner is in the list, on the page and in the totals at once', async () => {
  const total = await totalPartners()
  expect(await homePage()).toContain(totalIn(total))

  const { status, body } = await add()

  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Night City',
    logo: 'https://night.example/logo.png',
    website: 'https://night.example',
    discord: 'https://discord.example/night',
    description: 'A city.',
    featured: true,
    partnerSince: expect.stringMatching(/Z$/),
    isPlaceholder: false,
  })
  expect(await partners()).toContainEqual(body)
  const page = await homePage()
  expect(page).toContain(totalIn(total + 1))
  expect(page).toContain('https://night.example/logo.png')
  expect(await totalPartners()).toBe(total + 1)
  expect(await descriptionsOf(body.id)).toEqual([
    { action: 'Partner Created', user_id: manager.id, metadata: {} },
  ])
})

test('an edit changes the sent fields only, also concurrently', async () => {
  const { body: partner } = await add({ ...draft, name: 'Twice' })

  const responses = await Promise.all([
    edit(partner.id, { description: 'Another city.' }),
    edit(partner.id, { is_featured: false }),
    edit(partner.id, { name: 'Twice as good', id: 7, isPlaceholder: true }),
  ])
  const nothing = await edit(partner.id, {})

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(nothing.body).toEqual({
    ...partner,
    name: 'Twice as good',
    description: 'Another city.',
    featured: false,
  })
  expect(await partners()).toContainEqual(nothing.body)
  expect(await descriptionsOf(partner.id)).toHaveLength(4)
})

test('an edit is recorded with its old and new values', async () => {
  const { body: partner } = await add({ ...draft, name: 'Recorded' })

  await edit(partner.id, { name: draft.name, website_url: 'https://day.example', is_featured: true })

  expect((await descriptionsOf(partner.id)).at(-1)).toMatchObject({
    action: 'Partner Updated',
    metadata: {
      old: { name: 'Recorded', website: draft.website_url },
      new: { name: draft.name, website: 'https://day.example' },
    },
  })
})

test('a rejected edit changes nothing', async () => {
  const { body: partner } = await add({ ...draft, name: 'Steady' })

  const response = await edit(partner.id, { name: 'Shaken', website_url: 'javascript:alert(1)' })

  expect(response).toMatchObject({
    status: 400,
    body: { fields: { website_url: 'Please enter a valid URL' } },
  })
  expect(await partners()).toContainEqual(partner)
  expect(await descriptionsOf(partner.id)).toHaveLength(1)
})

test('a deleted partner is removed from list, page and totals at once', async () => {
  const { body: partner } = await add({ ...draft, name: 'Brief encounter' })
  const total = await totalPartners()
  expect(await homePage()).toContain(totalIn(total))

  expect((await remove(partner.id)).status).toBe(204)

  expect((await remove(partner.id)).status).toBe(404)
  expect((await edit(partner.id, { name: 'Ghost' })).status).toBe(404)
  expect(await partners()).not.toContainEqual(partner)
  const page = await homePage()
  expect(page).toContain(totalIn(total - 1))
  expect(page).not.toContain('Brief encounter')
  expect(await totalPartners()).toBe(total - 1)
  expect(await descriptionsOf(partner.id)).toMatchObject([{}, { action: 'Partner Deleted' }])
})

test('deleting a placeholder does not change the totals', async () => {
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into partners (name, logo_url, website_url, discord_url, is_placeholder)
    values ('Your place', 'https://a.example/l.png', 'https://a.example', 'https://a.example', true) returning id`)
  const total = await totalPartners()

  await remove(rows[0]?.id ?? 0)

  expect(await totalPartners()).toBe(total)
})

test('pages may load images from other hosts, and nothing else', async () => {
  const { headers } = await app.request(visitor, 'GET', '/')
  const policy = headers.get('content-security-policy') ?? ''

  expect(policy).toContain("img-src 'self' data: blob: https:;")
  expect(policy.replace(/img-src [^;]+;/, '')).not.toContain('https:')
})
