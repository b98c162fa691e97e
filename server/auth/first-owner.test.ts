import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub } from '#server/testing.ts'

import { ensureFirstOwner } from './auth.public.ts'

const dead = { status: 400, body: { error: 'This link is invalid or has expired', code: 'bad_request' } }
const chosen = { username: 'boss', email: 'boss@example.com', password: 'twelve chars' }

async function tokenFor(hub: Awaited<ReturnType<typeof startTestHub>>): Promise<string> {
  const address = (await ensureFirstOwner(hub.hub)) ?? ''
  expect(address).toMatch(/^https:\/\/hub\.example\/claim\?token=[\w-]{43}$/)
  return address.split('=')[1] ?? ''
}

test('a site without an owner is given to whoever opens the link of its start, once', async () => {
  const hub = await startTestHub()
  const claim = (body: Record<string, unknown>) => hub.as(null, 'POST', '/api/auth/claim-owner', body)
  const earlier = await tokenFor(hub)
  const token = await tokenFor(hub)
  const member = await hub.registered('early-bird')

  expect(await claim({ ...chosen, token: 'x'.repeat(43) })).toMatchObject(dead)
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
  const answers = await Promise.all([
    claim({ ...chosen, token }),
    claim({ ...chosen, username: 'rival', email: 'rival@example.com', token: earlier }),
  ])

  const [made, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect([made?.status, refused?.status]).toEqual([201, 400])
  expect(made?.body.user).toMatchObject({ is_owner: true, is_admin: false, email_verified: false })
  expect(made?.body.user.groups.map(({ name }: { name: string }) => name)).toEqual(['owner', 'member'])
  expect(made?.body.user.permissions).toContain('admin.system.access')
  expect(await claim({ ...chosen, token })).toMatchObject(dead)
  expect(await ensureFirstOwner(hub.hub)).toBeUndefined()
  const { rows } = await hub.db.execute(sql`
    select (select users from site_totals) as total, (select count(*)::integer from users) as users,
      (select member_count from groups where name = 'owner') as owners`)
  expect(rows).toEqual([{ total: 2, users: 2, owners: 1 }])
})

test('the link is dead after a day', async () => {
  let time = new Date()
  const hub = await startTestHub({ clock: { now: () => time } })
  const token = await tokenFor(hub)

  time = new Date(time.getTime() + 24 * 3_600_000 + 1000)

  expect(await hub.as(null, 'POST', '/api/auth/claim-owner', { ...chosen, token })).toMatchObject(dead)
})

test('the owner that the configuration names is made once and signs in', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'a long password' }
  const hub = await startTestHub({ config: { firstOwner } })

  expect(await ensureFirstOwner(hub.hub)).toBeUndefined()
  expect(await ensureFirstOwner(hub.hub)).toBeUndefined()

  const { email, password } = firstOwner
  const { body } = await hub.as(null, 'POST', '/api/auth/login', { email, password })
  expect(body.user).toMatchObject({ username: 'admin', is_owner: true, email_verified: true })
  const { rows } = await hub.db.execute(sql`select count(*)::integer as users from users`)
  expect(rows).toEqual([{ users: 1 }])
})

test('a configured password that anybody would try makes the owner, and the log says which setting it is', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'admin1234567' }
  const told: string[] = []
  const hub = await startTestHub({ config: { firstOwner }, logsTo: (text) => told.push(text) })

  await ensureFirstOwner(hub.hub)

  expect(told.join('')).toMatch(/"warn".*ADMIN_PASSWORD is easily guessed.*not made of your username/)
  const { email, password } = firstOwner
  expect((await hub.as(null, 'POST', '/api/auth/login', { email, password })).status).toBe(200)
})

test('nodes that start together make one owner', async () => {
  const firstOwner = { username: 'admin', email: 'admin@example.com', password: 'a long password' }
  const hub = await startTestHub({ config: { firstOwner } })

  await Promise.all([ensureFirstOwner(hub.hub), ensureFirstOwner(hub.hub), ensureFirstOwner(hub.hub)])

  const { rows } = await hub.db.execute(sql`select count(*)::integer as owners from users where is_owner`)
  expect(rows).toEqual([{ owners: 1 }])
})

test('a name in the configuration that a member already has is told at start', async () => {
  const firstOwner = { username: 'ada', email: 'other@example.com', password: 'a long password' }
  const hub = await startTestHub({ config: { firstOwner } })
  await hub.registered('ada')

  await expect(ensureFirstOwner(hub.hub)).rejects.toThrow(
    /ADMIN_USERNAME.*Username is already taken.*create-owner/s,
  )

  const { rows } = await hub.db.execute(sql`select 1 from users where is_owner`)
  expect(rows).toEqual([])
})
