import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()
const manager = await hub.person('admin.system.access', 'admin.partners.manage')
const visitor = null

const draft = {
  name: 'Night City',
  logo_url: 'https://night.example/logo.png',
  website_url: 'https://night.example',
  discord_url: 'https://discord.example/night',
  description: 'A city.',
  is_featured: true,
}

const add = (body: Record<string, unknown> = draft, someone: Person | null = manager) =>
  hub.as(someone, 'POST', '/api/partners', body)
const edit = (id: number, body: Record<string, unknown>, someone: Person | null = manager) =>
  hub.as(someone, 'PUT', `/api/partners/${id}`, body)
const remove = (id: number, someone: Person | null = manager) =>
  hub.as(someone, 'DELETE', `/api/partners/${id}`)
const partners = async (): Promise<{ id: number; name: string }[]> =>
  (await hub.as(visitor, 'GET', '/api/partners')).body
const homePage = async () => String((await hub.as(visitor, 'GET', '/')).body)
const told = (total: number) => `"totalPartners":${total}`
const totalPartners = async () => (await hub.as(visitor, 'GET', '/api/stats')).body.totalPartners
const activitiesOf = async (id: number) => {
  const { rows } = await hub.db.execute(sql`
    select action, user_id, metadata from activities where target_type = 'partner' and target_id = ${id} order by id`)
  return rows
}

test('partners are managed by those who may, and by nobody else', async () => {
  const { body: partner } = await add()
  const viewer = await hub.person('admin.system.access', 'admin.partners.view')
  const outsider = await hub.person('admin.partners.manage')

  for (const someone of [viewer, outsider]) {
    expect(await add(draft, someone)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(partner.id, { name: 'Mine' }, someone)).status).toBe(403)
    expect((await remove(partner.id, someone)).status).toBe(403)
  }
  expect((await add(draft, visitor)).status).toBe(401)

  expect((await partners()).filter(({ name }) => name !== 'Night City')).toEqual([])
  expect(await activitiesOf(partner.id)).toHaveLength(1)
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
  ].flatMap((address) =>
    ['logo_url', 'website_url', 'discord_url'].map(
      (field): [string, Record<string, unknown>, Record<string, unknown>] => [
        `${JSON.stringify(address).slice(0, 50)} as ${field}`,
        { [field]: address },
        { [field]: 'Please enter a valid URL' },
      ],
    ),
  ),
])('a partner with %s is refused', async (_, wrong, fields) => {
  const before = await partners()

  expect(await add({ ...draft, ...wrong })).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await partners()).toEqual(before)
})

test('a new partner is on the site at once: in the list, on the page and in the totals', async () => {
  const total = await totalPartners()
  expect(await homePage()).toContain(told(total))

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
  expect(page).toContain(told(total + 1))
  expect(page).toContain('https://night.example/logo.png')
  expect(await totalPartners()).toBe(total + 1)
  expect(await activitiesOf(body.id)).toEqual([
    { action: 'Partner Created', user_id: manager.id, metadata: {} },
  ])
})

test('a change leaves alone what it does not name, also of two at once', async () => {
  const { body: partner } = await add({ ...draft, name: 'Twice' })

  const answers = await Promise.all([
    edit(partner.id, { description: 'Another city.' }),
    edit(partner.id, { is_featured: false }),
    edit(partner.id, { name: 'Twice as good', id: 7, isPlaceholder: true }),
  ])
  const nothing = await edit(partner.id, {})

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(nothing.body).toEqual({
    ...partner,
    name: 'Twice as good',
    description: 'Another city.',
    featured: false,
  })
  expect(await partners()).toContainEqual(nothing.body)
  expect(await activitiesOf(partner.id)).toHaveLength(4)
})

test('a refused change changes nothing', async () => {
  const { body: partner } = await add({ ...draft, name: 'Steady' })

  const answer = await edit(partner.id, { name: 'Shaken', website_url: 'javascript:alert(1)' })

  expect(answer).toMatchObject({ status: 400, body: { fields: { website_url: 'Please enter a valid URL' } } })
  expect(await partners()).toContainEqual(partner)
  expect(await activitiesOf(partner.id)).toHaveLength(1)
})

test('a deleted partner is gone at once, and the totals know', async () => {
  const { body: partner } = await add({ ...draft, name: 'Brief encounter' })
  const total = await totalPartners()
  expect(await homePage()).toContain(told(total))

  expect((await remove(partner.id)).status).toBe(204)

  expect((await remove(partner.id)).status).toBe(404)
  expect((await edit(partner.id, { name: 'Ghost' })).status).toBe(404)
  expect(await partners()).not.toContainEqual(partner)
  const page = await homePage()
  expect(page).toContain(told(total - 1))
  expect(page).not.toContain('Brief encounter')
  expect(await totalPartners()).toBe(total - 1)
  expect(await activitiesOf(partner.id)).toMatchObject([{}, { action: 'Partner Deleted' }])
})

test('a placeholder was never counted, so its end is not either', async () => {
  const { rows } = await hub.db.execute<{ id: number }>(sql`
    insert into partners (name, logo_url, website_url, discord_url, is_placeholder)
    values ('Your place', 'https://a.example/l.png', 'https://a.example', 'https://a.example', true) returning id`)
  const total = await totalPartners()

  await remove(rows[0]?.id ?? 0)

  expect(await totalPartners()).toBe(total)
})

test('pages may show pictures of other hosts, and nothing else of them', async () => {
  const { headers } = await hub.as(visitor, 'GET', '/')
  const policy = headers.get('content-security-policy') ?? ''

  expect(policy).toContain("img-src 'self' data: blob: https:;")
  expect(policy.replace(/img-src [^;]+;/, '')).not.toContain('https:')
})
