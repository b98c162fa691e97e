import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { defaultSettings } from '#contract/site/settings.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { endBanner } from './site-settings.ts'

let time = new Date('2026-11-20T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const manager = await app.createUser('admin.system.access', 'admin.settings')
const visitor = null

const read = async (user: TestUser | null = manager) => app.request(user, 'GET', '/api/settings')
const change = (body: Record<string, unknown>, user: TestUser | null = manager) =>
  app.request(user, 'PUT', '/api/settings', body)
const page = async (path: string) => String((await app.request(visitor, 'GET', path)).body)
const changes = async () => {
  const { rows } = await app.db.execute<{ metadata: object }>(sql`
    select user_id, description, metadata from activities where action = 'Settings Changed' order by id`)
  return rows
}

test('settings need admin.settings', async () => {
  const outsider = await app.createUser('admin.settings')
  const other = await app.createUser('admin.system.access', 'admin.dashboard.manage')

  for (const user of [outsider, other]) {
    expect((await read(user)).status).toBe(403)
    expect((await change({ siteName: 'Mine' }, user)).status).toBe(403)
  }
  expect((await read(visitor)).status).toBe(401)
  expect((await change({ siteName: 'Mine' }, visitor)).status).toBe(401)

  expect((await read()).body).toEqual({
    settings: defaultSettings,
    pinned: [],
    updatedAt: null,
    updatedBy: null,
  })
  expect(await changes()).toEqual([])
})

test.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['no name', { siteName: ' ' }, { siteName: 'Site name is required' }],
  [
    'a name of 61 characters',
    { siteName: 'x'.repeat(61) },
    { siteName: 'Site name must be at most 60 characters' },
  ],
  [
    'a name with a line break',
    { siteName: 'a\r\nBcc: b' },
    { siteName: 'Text must not contain invisible characters or line breaks' },
  ],
  [
    'a tagline of 81 characters',
    { tagline: 'x'.repeat(81) },
    { tagline: 'Tagline must be at most 80 characters' },
  ],
  ...['', 'http://chat.example', 'javascript:alert(1)', 'https://user@chat.example', 'https:chat', 7].map(
    (url): [string, Record<string, unknown>, Record<string, string>] => [
      `the invite link ${JSON.stringify(url)}`,
      { chatInviteUrl: url },
      { chatInviteUrl: expect.stringContaining('Invite link') },
    ],
  ),
  ['an unknown review mode', { reviewMode: 'on' }, { reviewMode: 'Review mode must be off, flagged or all' }],
  [
    'a limit of 0 submissions',
    { submissionsPerHour: 0 },
    { submissionsPerHour: 'Submissions per hour must be a whole number from 1 to 1000' },
  ],
  [
    'half a day',
    { newAccountDays: 0.5 },
    { newAccountDays: 'Days as a new account must be a whole number from 0 to 365' },
  ],
  [
    'a limit as text',
    { newReportsPerDay: '5' },
    { newReportsPerDay: expect.stringContaining('whole number') },
  ],
  ...['//evil.example', 'javascript:alert(1)', 'http://a.example', String.raw`/\evil.example`].map(
    (link): [string, Record<string, unknown>, Record<string, string>] => [
      `the banner link ${link}`,
      { bannerLink: link },
      { bannerLink: 'Banner link must be a path such as /rules or a URL that starts with https://' },
    ],
  ),
  ['an end that is no time', { bannerUntil: 'tomorrow' }, { bannerUntil: 'Banner end must be a time' }],
  [
    'a tone of the wrong name',
    { bannerTone: 'red' },
    { bannerTone: 'Tone must be info, success or warning' },
  ],
  [
    'a long about text',
    { aboutText: 'x'.repeat(5001) },
    { aboutText: 'About text must be at most 5000 characters' },
  ],
])('a change to %s is rejected', async (_, wrong, fields) => {
  expect(await change({ supportText: 'Also sent', ...wrong })).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect((await read()).body.settings).toEqual(defaultSettings)
  expect(await changes()).toEqual([])
})

test('a change is in pages, feeds, the manifest, the API documentation and e-mails of the next response', async () => {
  const paths = ['/', '/scripts', '/feed.xml', '/manifest.webmanifest', '/api/docs', '/api/openapi.json']
  for (const path of paths) expect(JSON.stringify(await page(path))).not.toContain('Night City')
  const values = {
    siteName: 'Night City',
    tagline: 'Mods & more',
    chatInviteUrl: 'https://chat.example/night',
  }

  const { status, body } = await change(values)

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { settings: { ...defaultSettings, ...values }, updatedBy: manager.username },
  })
  for (const path of paths) {
    const response = await app.request(visitor, 'GET', path)
    expect(JSON.stringify(response.body)).toContain('Night City')
  }
  expect(await page('/')).toContain('https://chat.example/night')
  expect(await page('/')).toContain('Mods &amp; more')
  await app.registerUser('newcomer')
  const { rows: mails } = await app.db.execute(sql`
    select payload ->> 'siteName' as sender, payload ->> 'subject' as subject
    from graphile_worker._private_jobs where payload ->> 'to' = 'newcomer@example.com'`)
  expect(mails).toEqual([{ sender: 'Night City', subject: 'Confirm your email address - Night City' }])
  expect(await changes()).toEqual([
    {
      user_id: manager.id,
      description: `${manager.username} changed the settings of the site`,
      metadata: {
        changed: Object.keys(values),
        old: { siteName: 'Scripthaven', tagline: '', chatInviteUrl: 'https://discord.com' },
        new: values,
      },
    },
  ])
})

test('the submit page and the FAQ say what happens to a submitted script in the review mode of the site', async () => {
  const texts = {
    off: ['is immediately available for download.', 'as soon as you have submitted it.'],
    flagged: [
      'once it has been scanned, unless a moderator has to review it first.',
      'only if the scan finds',
    ],
    all: ['once a moderator has reviewed it.', 'can be downloaded once it has been reviewed.'],
  }
  for (const reviewMode of ['flagged', 'all', 'off'] as const) {
    await change({ reviewMode })
    const [submit, faq] = [await page('/submit'), await page('/faq')]

    for (const [mode, [ofSubmit = '', ofFaq = '']] of Object.entries(texts))
      expect([mode, submit.includes(ofSubmit), faq.includes(ofFaq)]).toEqual([
        mode,
        mode === reviewMode,
        mode === reviewMode,
      ])
    expect(faq).toContain('Our team reviews submissions within 1 to 3 business days.')
  }
})

test('a username that equals the name of the site is reserved', async () => {
  await change({ siteName: 'Vice Port' })
  const { status, body } = await app.request(visitor, 'POST', '/api/auth/register', {
    username: 'vice.port',
    email: 'vice@example.com',
    password: 'correct horse',
  })

  expect({ status, fields: body.fields }).toEqual({
    status: 409,
    fields: { username: expect.stringContaining('taken') },
  })
})

test('a change that repeats the current values writes nothing', async () => {
  const { body } = await read()
  const before = await changes()

  expect((await change({ siteName: body.settings.siteName })).body).toEqual(body)
  expect((await change({})).body).toEqual(body)
  expect(await changes()).toEqual(before)
})

test('a field that another user has changed in the meantime is a conflict, other fields are not', async () => {
  const { settings } = (await read()).body
  await change({ tagline: 'Changed first' })

  const late = await change({
    tagline: 'Changed second',
    supportText: 'Help',
    expected: { tagline: settings.tagline, supportText: settings.supportText },
  })

  expect(late).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { tagline: 'This has changed since you opened it' } },
  })
  expect((await read()).body.settings).toMatchObject({ tagline: 'Changed first', supportText: '' })
  const same = await change({ tagline: 'Changed first', expected: { tagline: settings.tagline } })
  expect(same.status).toBe(200)
})

test('of concurrent changes with the same expected value one succeeds', async () => {
  const { settings } = (await read()).body
  const responses = await Promise.all(
    ['One', 'Two', 'Three'].map((aboutText) =>
      change({ aboutText, expected: { aboutText: settings.aboutText } }),
    ),
  )

  expect(responses.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409])
})

test('a setting of the environment wins and cannot be changed', async () => {
  await change({ siteName: 'Of the database', tagline: 'Of the database' })
  const pinned = await app.startNode({ pinnedSettings: { siteName: 'Of the operator' } })

  const loaded = await pinned.request(manager, 'GET', '/api/settings')
  const rejected = await pinned.request(manager, 'PUT', '/api/settings', {
    siteName: 'Mine',
    tagline: 'Mine',
  })

  expect(loaded.body).toMatchObject({
    settings: { siteName: 'Of the operator', tagline: 'Of the database' },
    pinned: ['siteName'],
  })
  expect(rejected).toMatchObject({
    status: 400,
    body: { fields: { siteName: 'Set by the operator (SITE_NAME)' } },
  })
  expect((await pinned.request(manager, 'GET', '/api/settings')).body).toEqual(loaded.body)
  expect((await pinned.request(visitor, 'GET', '/')).body).toContain('Of the operator')
  await pinned.close()
})

test('a banner is on every page until it ends', async () => {
  const bannerUntil = new Date(time.getTime() + 60_000).toISOString()
  const text = 'Maintenance on <b>Sunday</b>'
  await change({
    bannerText: text,
    bannerTone: 'warning',
    bannerLink: '/faq',
    bannerLinkText: 'Why',
    bannerUntil,
  })
  const shown = 'Maintenance on &lt;b&gt;Sunday&lt;/b&gt;'
  for (const path of ['/', '/scripts', '/faq', '/terms']) expect(await page(path)).toContain(shown)

  await endBanner(app.app)
  expect((await read()).body.settings.bannerText).toBe(text)
  time = new Date(time.getTime() + 60_000)
  await endBanner(app.app)

  for (const path of ['/', '/scripts', '/faq', '/terms']) expect(await page(path)).not.toContain(shown)
  expect((await read()).body.settings).toMatchObject({ bannerText: '', bannerUntil: null })
  expect((await changes()).at(-1)).toMatchObject({
    user_id: null,
    metadata: { old: { bannerText: text }, new: { bannerText: '' } },
  })
})
