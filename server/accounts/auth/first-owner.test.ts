import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp } from '#test-support/test-app.ts'

import { ensureFirstOwner } from './first-owner.ts'

const invalidLink = {
  status: 400,
  body: { error: 'This link is invalid or has expired', code: 'bad_request' },
}
const chosen = { username: 'boss', email: 'boss@example.com', password: 'twelve chars' }

async function tokenFor(app: Awaited<ReturnType<typeof startTestApp>>): Promise<string> {
  const url = (await ensureFirstOwner(app.app)) ?? ''
  expect(url).toMatch(/^https:\/\/hub\.example\/claim\?token=[\w-]{43}$/)
  return url.split('=')[1] ?? ''
}

test('the one-time link of a site without owner creates the owner once', async () => {
  const app = await startTestApp()
  const claim = (body: Record<string, unknown>) => app.request(null, 'POST', '/api/auth/claim-owner', body)
  const earlier = await tokenFor(app)
  const token = await tokenFor(app)
  const member = await app.registerUser('early-bird')

  expect(await claim({ ...chosen, token: 'x'.repeat(43) })).toMatchObject(invalidLink)
  expect(await claim({ ...chosen, token, password: 'elevenchars' })).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password must be at least 12 characters' } },
  })
  expect(await claim({ ...chosen, token, password: 'qwerty123456' })).toMatchObject({
    status: 400,
    body: { fields: { password: expect.stringContaining('Many people use this password') } },
  })
  expect(await claim({ ...chosen, token, username: member.username })).toMatchObject({
    status: 409,
    body: { fields: { username: 'Username is already taken' } },
  })
  const responses = await Promise.all([
    claim({ ...chosen, token }),
    claim({ ...chosen, username: 'rival', email: 'rival@example.com', token: earlier }),
  ])

  const [made, rejected] = responses.toSorted((a, b) => a.status - b.status)
  expect([made?.status, rejected?.status]).toEqual([201, 400])
  expect(made?.body.user).toMatchObject({ is_owner: true, is_admin: false, email_verified: false })
  expect(made?.body.user.groups.map(({ name }: { name: string }) => name)).toEqual(['owner', 'member'])
  expect(made?.body.user.permissions).toContain('admin.system.access')
  expect(await claim({ ...chosen, token })).toMatchObject(invalidLink)
  expect(await ensureFirstOwner(app.app)).toBeUndefined()
  const { rows } = await app.db.execute(sql`
    select (select users from site_totals) as total, (select count(*)::integer from users) as users,
      (select member_count from groups where name = 'owner') as owners`)
  expect(rows).toEqual([{ total: 2, users: 2, owners: 1 }])
})

test('the link expires after a day', async () => {
  let time = new Date()
  const app = await startTestApp({ clock: { now: () => time } })
  const token = await tokenFor(app)

  time = new Date(time.getTime() + 24 * 3_600_000 + 1000)

  expect(await app.request(null, 'POST', '/api/auth/claim-owner', { ...chosen, token })).toMatchObject(
    invalidLink,
  )
})

test('the configured owner is created once and can sign in', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'a long password' }
  const app = await startTestApp({ config: { firstOwner } })

  expect(await ensureFirstOwner(app.app)).toBeUndefined()
  expect(await ensureFirstOwner(app.app)).toBeUndefined()

  const { email, password } = firstOwner
  const { body } = await app.request(null, 'POST', '/api/auth/login', { email, password })
  expect(body.user).toMatchObject({ username: 'admin', is_owner: true, email_verified: true })
  const { rows } = await app.db.execute(sql`select count(*)::integer as users from users`)
  expect(rows).toEqual([{ users: 1 }])
})

test('a guessable configured password creates the owner and a log entry that names the setting', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'admin1234567' }
  const logs: string[] = []
  const app = await startTestApp({ config: { firstOwner }, onLog: (text) => logs.push(text) })

  await ensureFirstOwner(app.app)

  expect(logs.join('')).toMatch(/"warn".*ADMIN_PASSWORD is easily guessed.*not made of your username/)
  const { email, password } = firstOwner
  expect((await app.request(null, 'POST', '/api/auth/login', { email, password })).status).toBe(200)
})

test('nodes that start concurrently create one owner', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'a long password' }
  const app = await startTestApp({ config: { firstOwner } })

  await Promise.all([ensureFirstOwner(app.app), ensureFirstOwner(app.app), ensureFirstOwner(app.app)])

  const { rows } = await app.db.execute(sql`select count(*)::integer as owners from users where is_owner`)
  expect(rows).toEqual([{ owners: 1 }])
})

test('a configured name that a member already has is a startup error', async () => {
  const firstOwner = { username: 'ada', email: 'other@example.com', password: 'a long password' }
  const app = await startTestApp({ config: { firstOwner } })
  await app.registerUser('ada')

  await expect(ensureFirstOwner(app.app)).rejects.toThrow(
    /ADMIN_USERNAME.*Username is already taken.*create-owner/s,
  )

  const { rows } = await app.db.execute(sql`select 1 from users where is_owner`)
  expect(rows).toEqual([])
})
