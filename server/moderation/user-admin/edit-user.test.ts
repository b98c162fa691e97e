import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const pathOf = ({ id }: { id: number }) => `/api/users/admin/users/${id}`
const edit = (caller: TestUser | null, target: { id: number }, body: Record<string, unknown>) =>
  app.request(caller, 'PUT', pathOf(target), body)

let editors = 0
/** Creates a user of rank 60 with admin.system.access and these permissions. */
async function editor(...more: Permission[]): Promise<TestUser> {
  const caller = await app.createUser()
  await app.joinGroup(caller.id, `editors ${++editors}`, 60, ['admin.system.access', ...more])
  return caller
}

const owner = await app.createOwner()
const basic = await editor('admin.users.list', 'admin.users.edit.basic')
const onlyStatus = await editor('admin.users.edit.status')
const onlyNotes = await editor('admin.users.edit.notes')

/** Everything that an edit could change. */
async function stateOf({ id }: { id: number }) {
  const { rows } = await app.db.execute(sql`
    select to_jsonb(u) - 'last_active_at' as row, (select count(*)::integer from activities where target_id = ${id}) as activities
    from users u where id = ${id}`)
  return rows[0]
}

test.each([
  ['a visitor', async () => null, 401],
  ['a member', () => app.createUser(), 403],
  ['a user who may only list and ban users', () => editor('admin.users.list', 'admin.users.ban'), 403],
  ['a user without admin.system.access', () => app.createUser('admin.users.edit.basic'), 403],
])('%s may not edit users', async (_, createCaller, status) => {
  const caller = await createCaller()
  const target = await app.createUser()
  const before = await stateOf(target)

  expect((await edit(caller, target, { username: 'taken-over' })).status).toBe(status)
  expect(await stateOf(target)).toEqual(before)
})

test.each([
  [
    'a user of the same rank',
    () => editor(),
    { phone_number: '1' },
    'Cannot modify user - user has higher priority groups',
  ],
  [
    'the status of a user above',
    async () => owner,
    { status: 'suspended' },
    'Cannot modify status - user has higher priority groups',
  ],
  [
    'the notes of an owner',
    async () => owner,
    { notes: 'x' },
    'Cannot modify user - user has higher priority groups',
  ],
  ['themselves', async () => basic, { email_verified: true }, 'You cannot do this to your own account'],
])('an editor cannot edit %s', async (_, createTarget, change, message) => {
  const target = await createTarget()
  const before = await stateOf(target)

  expect(await edit(basic, target, change)).toMatchObject({ status: 403, body: { error: message } })
  expect(await stateOf(target)).toEqual(before)
})

test.each([
  ['status', 'username', onlyStatus, { username: 'another' }],
  ['status', 'email', onlyStatus, { email: 'another@example.com' }],
  ['status', 'phone_number', onlyStatus, { phone_number: '1' }],
  ['status', 'email_verified', onlyStatus, { email_verified: true }],
  ['status', 'two_factor_enabled', onlyStatus, { two_factor_enabled: true }],
  ['status', 'notes', onlyStatus, { notes: 'x' }],
  ['notes', 'status', onlyNotes, { status: 'inactive' }],
  ['notes', 'username', onlyNotes, { username: 'another', notes: 'x' }],
])('the permission for %s does not include %s', async (_, field, caller, change) => {
  const target = await app.createUser()
  const before = await stateOf(target)

  expect(await edit(caller, target, change)).toMatchObject({
    status: 403,
    body: { error: 'Access Denied', fields: { [field]: 'You need permission to change this' } },
  })
  expect(await stateOf(target)).toEqual(before)
})

test.each([
  [{ username: ' ' }, { username: 'Username is required' }],
  [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  [{ username: 'a b c' }, { username: 'Username may only contain letters, digits, and _ - .' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'nowhere' }, { email: 'Please enter a valid email address' }],
  [{ phone_number: 'call me' }, { phone_number: 'Please enter a valid phone number' }],
  [{ phone_number: '12+34' }, { phone_number: 'Please enter a valid phone number' }],
  [{ phone_number: '()' }, { phone_number: 'Please enter a valid phone number' }],
  [{ status: 'banned' }, { status: 'Status must be active, inactive, suspended or under_review' }],
  [{ email_verified: 'yes' }, { email_verified: 'Email confirmed must be true or false' }],
  [{ notes: 'x'.repeat(5001) }, { notes: 'Notes must be at most 5000 characters' }],
])('the change %j is rejected', async (change, fields) => {
  const target = await app.createUser()
  const before = await stateOf(target)

  expect(await edit(basic, target, change)).toMatchObject({
    status: 400,
    body: { code: 'validation', fields },
  })
  expect(await stateOf(target)).toEqual(before)
})

test('names and emails of other users are rejected in any case', async () => {
  const target = await app.createUser()
  const other = await app.createUser()
  const before = await stateOf(target)

  expect(await edit(basic, target, { username: other.username.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { username: 'Username is already taken' } },
  })
  expect(await edit(basic, target, { email: other.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { fields: { email: 'Email is already registered' } },
  })
  expect((await edit(basic, target, { username: 'Administrator' })).status).toBe(409)
  expect(await stateOf(target)).toEqual(before)
  expect((await edit(owner, target, { username: 'Administrator' })).status).toBe(200)
})

test('an edit is trimmed, stored, returned and recorded, and other fields are ignored', async () => {
  const target = await app.createUser()

  const { status, body } = await edit(basic, target, {
    username: ' Renamed ',
    email: ' New@Example.COM ',
    phone_number: ' +44 (20) 7946-0000 ',
    email_verified: true,
    two_factor_enabled: true,
    status: 'under_review',
    notes: ' Looked at ',
    is_admin: true,
    is_owner: true,
    reputation: 1_000,
  })

  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    id: target.id,
    username: 'Renamed',
    email: 'new@example.com',
    phone_number: '+44 (20) 7946-0000',
    email_verified: true,
    two_factor_enabled: true,
    status: 'under_review',
    notes: 'Looked at',
    is_admin: false,
    is_owner: false,
    reputation: 0,
  })
  expect((await app.request(null, 'GET', '/api/users/profile/Renamed')).status).toBe(200)
  const emptied = await edit(basic, target, { phone_number: '', notes: '  ' })
  expect(emptied.body.user).toMatchObject({ username: 'Renamed', phone_number: null, notes: null })
  const { rows } = await app.db.execute(sql`
    select action, user_id, metadata from activities where target_id = ${target.id} order by id`)
  expect(rows).toEqual([
    { action: 'Two-Factor Required', user_id: basic.id, metadata: {} },
    {
      action: 'User Updated',
      user_id: basic.id,
      metadata: {
        changed: [
          'username',
          'email',
          'phone_number',
          'email_verified',
          'two_factor_enabled',
          'status',
          'notes',
        ],
        from: 'active',
        to: 'under_review',
        old: {
          username: expect.any(String),
          emailVerified: false,
          twoFactorEnabled: false,
          status: 'active',
        },
        new: { username: 'Renamed', emailVerified: true, twoFactorEnabled: true, status: 'under_review' },
      },
    },
    { action: 'User Updated', user_id: basic.id, metadata: { changed: ['phone_number', 'notes'] } },
  ])
})

test('a form with unchanged values changes nothing and needs no permission', async () => {
  const target = await app.createUser()
  await app.db.execute(sql`update users set notes = 'Secret', email = 'Mixed@Case.example',
    email_key = 'mixed@case.example' where id = ${target.id}`)
  const form = {
    username: target.username,
    email: 'mixed@case.example',
    phone_number: null,
    email_verified: false,
    two_factor_enabled: false,
    notes: null,
  }

  const { status, body } = await edit(onlyStatus, target, { ...form, status: 'inactive' })

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ status: 'inactive', notes: null, registration_ip: null, unique_ips: [] })
  expect(await stateOf(target)).toMatchObject({
    activities: 1,
    row: { notes: 'Secret', email: 'Mixed@Case.example', status: 'inactive' },
  })
})

test('a user who may write notes can read them', async () => {
  const target = await app.createUser()

  expect((await edit(onlyNotes, target, { notes: 'Seen' })).body.user.notes).toBe('Seen')
})

test('a new email is unconfirmed, ends sessions and links, and both addresses get a mail', async () => {
  const target = await app.registerUser('moving')
  await app.db.execute(sql`update users set email_verified = true where id = ${target.id}`)
  const mailsTo = async (email: string) => {
    const { rows } = await app.db.execute<{ mail: string }>(sql`
      select payload::text as mail from graphile_worker._private_jobs where payload::text like ${`%${email}%`}`)
    return rows.map(({ mail }) => mail)
  }

  const { body } = await edit(basic, target, { email: 'moved@example.com' })

  expect(body.user).toMatchObject({ email: 'moved@example.com', email_verified: false })
  expect((await app.request(target, 'GET', '/api/auth/profile')).status).toBe(401)
  const { rows } = await app.db.execute(sql`
    select from codes where user_id = ${target.id} and email = ${target.email} and used_at is null`)
  expect(rows).toHaveLength(0)
  expect((await mailsTo(target.email)).some((mail) => mail.includes('Your email address was changed'))).toBe(
    true,
  )
  expect((await mailsTo('moved@example.com')).some((mail) => mail.includes('Confirm your email'))).toBe(true)
})

test.each([
  ['inactive', 'Account inactive'],
  ['suspended', 'Account suspended'],
])('an account that is set %s is rejected from the next call on', async (status, message) => {
  const target = await app.createUser()

  expect((await edit(onlyStatus, target, { status })).status).toBe(200)

  expect(await app.request(target, 'GET', '/api/auth/profile')).toMatchObject({
    status: 403,
    body: { code: status, error: message },
  })
  await edit(onlyStatus, target, { status: 'active' })
  expect((await app.request(target, 'GET', '/api/auth/profile')).status).toBe(200)
})

test('concurrent edits of different fields of a user are both saved', async () => {
  for (let round = 0; round < 5; round++) {
    const target = await app.createUser()

    const responses = await Promise.all([
      edit(basic, target, { phone_number: `${round}` }),
      edit(owner, target, { notes: `round ${round}` }),
    ])

    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await stateOf(target)).toMatchObject({
      activities: 2,
      row: { phone_number: `${round}`, notes: `round ${round}` },
    })
  }
})

test('of two concurrent edits of one field one gets a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const target = await app.createUser()
    const expected = { notes: null, phone_number: null }

    const responses = await Promise.all([
      edit(basic, target, { notes: 'one', expected }),
      edit(owner, target, { notes: 'two', expected }),
    ])

    const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    expect(lost).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { notes: 'This has changed since you opened it' } },
    })
    expect((await stateOf(target))?.row).toMatchObject({ notes: won?.body.user.notes })
    expect((await edit(owner, target, { phone_number: '5', expected })).status).toBe(200)
  }
})

test('of concurrent edits to one name only one succeeds', async () => {
  const targets = await Promise.all([app.createUser(), app.createUser(), app.createUser()])

  const responses = await Promise.all(targets.map((target) => edit(basic, target, { username: 'the-one' })))

  expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('an unknown user is not found', async () => {
  expect(await edit(basic, { id: 2_000_000_000 }, { notes: 'x' })).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
})
