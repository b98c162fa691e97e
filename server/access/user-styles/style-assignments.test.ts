import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { endExpiredStyles } from './assign-style.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const manager = await app.createUser('admin.system.access', 'admin.styles.manage')
const viewer = await app.createUser('admin.system.access', 'admin.styles.view')
const lister = await app.createUser('admin.system.access', 'admin.users.list')
const visitor = null

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

async function style(more: Record<string, unknown> = {}): Promise<number> {
  const body = { name: 'Gold', css_properties: 'color: gold', ...more }
  return (await app.request(manager, 'POST', '/api/user-styles', body)).body.data.id
}
const assign = (body: Record<string, unknown>, caller: TestUser | null = manager) =>
  app.request(caller, 'POST', '/api/user-styles/assign', body)
const edit = (id: number, body: Record<string, unknown>, caller: TestUser | null = manager) =>
  app.request(caller, 'PUT', `/api/user-styles/assign/${id}`, body)
const remove = (id: number, caller: TestUser | null = manager) =>
  app.request(caller, 'DELETE', `/api/user-styles/assign/${id}`)
const assignmentsOf = async ({ id }: { id: number }) =>
  (await app.request(viewer, 'GET', `/api/user-styles/assignments/user/${id}`)).body.data
const readCss = async ({ username }: TestUser) =>
  (await app.request(visitor, 'GET', `/api/users/profile/${username}`)).body.group.css
const names = (found: { assignments: { users: { username: string } }[] }) =>
  found.assignments.map(({ users }) => users.username)
const actionsOn = async ({ id }: TestUser) => {
  const { rows } = await app.db.execute<{ action: string }>(sql`
    select action from activities where target_type = 'user' and target_id = ${id} order by id`)
  return rows.map(({ action }) => action)
}

test('assignments need admin.styles.manage', async () => {
  const member = await app.createUser()
  const styleId = await style()
  const { data: created } = (await assign({ user_id: member.id, style_id: styleId })).body

  for (const caller of [member, viewer]) {
    expect((await assign({ user_id: member.id, style_id: styleId }, caller)).status).toBe(403)
    expect((await edit(created.id, { is_active: false }, caller)).status).toBe(403)
    expect((await remove(created.id, caller)).status).toBe(403)
  }
  expect((await assign({ user_id: member.id, style_id: styleId }, visitor)).status).toBe(401)

  expect(await assignmentsOf(member)).toEqual([created])
  expect(await actionsOn(member)).toEqual(['Style Assigned'])
})

test.each([
  ['no user', { user_id: undefined }, { user_id: 'Please select a user' }],
  ['a user by name', { user_id: 'ada' }, { user_id: 'Please select a user' }],
  ['no style', { style_id: null }, { style_id: 'Please select a style' }],
  ['an expiry in words', { expires_at: 'tomorrow' }, { expires_at: 'Expiry must be a time in ISO 8601' }],
  ['an expiry that has passed', { expires_at: inDays(-1) }, { expires_at: 'Expiry must be in the future' }],
])('an assignment with %s is rejected', async (_, wrong, fields) => {
  const member = await app.createUser()
  const body = { user_id: member.id, style_id: await style(), ...wrong }

  expect(await assign(body)).toMatchObject({ status: 400, body: { code: 'validation', fields } })
  expect(await assignmentsOf(member)).toEqual([])
})

test('only active styles can be assigned, and only to existing users', async () => {
  const member = await app.createUser()
  const inactive = await style({ is_active: false })

  expect(await assign({ user_id: member.id, style_id: inactive })).toMatchObject({
    status: 400,
    body: { fields: { style_id: 'Only active styles can be assigned' } },
  })
  expect((await assign({ user_id: member.id, style_id: 999_999 })).body.error).toBe('User style not found')
  expect((await assign({ user_id: 999_999, style_id: await style() })).body.error).toBe('User not found')
  expect(await assignmentsOf(member)).toEqual([])
})

test('an assignment applies to the profile at once and contains its user', async () => {
  const member = await app.createUser()
  const styleId = await style({ name: 'Silver', css_properties: 'color: silver', priority: 3 })
  expect(await readCss(member)).toBe('')

  const { status, body } = await assign({ user_id: member.id, style_id: styleId, expires_at: inDays(3) })

  expect(status).toBe(201)
  expect(body).toEqual({
    success: true,
    data: {
      id: expect.any(Number),
      user_id: member.id,
      style_id: styleId,
      assigned_at: now.toISOString(),
      expires_at: inDays(3),
      is_active: true,
      users: { username: member.username, avatar_url: null },
      user_styles: {
        name: 'Silver',
        css_properties: 'color: silver',
        font_family: 'default',
        priority: 3,
        is_active: true,
      },
    },
  })
  expect(await readCss(member)).toBe(`color: ${shown.silver}`)
  expect(String((await app.request(visitor, 'GET', `/user/${member.username}`)).body)).toContain(
    `color:${shown.silver}`,
  )
})

test('styles of a user are combined by priority and replace that of the group', async () => {
  const member = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Styled', 40, [])
  const ofGroup = await style({ css_properties: 'text-transform: uppercase' })
  await app.db.execute(sql`update groups set style_id = ${ofGroup} where id = ${groupId}`)
  expect(await readCss(member)).toBe('text-transform: uppercase')

  const low = await style({ css_properties: 'color: blue; font-weight: 700', priority: 1 })
  const high = await style({ css_properties: 'color: red', priority: 2, font_family: 'Valorant' })
  for (const id of [low, high]) await assign({ user_id: member.id, style_id: id })

  expect(await readCss(member)).toBe(`color: ${shown.red}; font-family: "Valorant"; font-weight: 700`)
  expect((await assignmentsOf(member)).map((one: { style_id: number }) => one.style_id)).toEqual([high, low])
})

test('invalid CSS in the database is not returned', async () => {
  const member = await app.createUser()
  const styleId = await style()
  await assign({ user_id: member.id, style_id: styleId })
  await app.db.execute(sql`
    update user_styles set css_properties = 'position: fixed; color: red; background: url(//evil.example)',
      font_family = 'x"; top: 0' where id = ${styleId}`)

  expect(await readCss(member)).toBe(`color: ${shown.red}`)
})

test('a repeated assignment renews it, also concurrently', async () => {
  const member = await app.createUser()
  const body = { user_id: member.id, style_id: await style() }

  const responses = await Promise.all([
    assign(body),
    assign(body),
    assign({ ...body, expires_at: inDays(1) }),
  ])
  const renewed = await assign({ ...body, expires_at: inDays(9) })

  expect(new Set(responses.map((response) => response.body.data.id)).size).toBe(1)
  expect(await assignmentsOf(member)).toEqual([renewed.body.data])
  expect(renewed.body.data.expires_at).toBe(inDays(9))
})

test('an edit changes the sent fields only and rejects invalid values', async () => {
  const member = await app.createUser()
  const [first, second] = [await style(), await style({ css_properties: 'color: silver' })]
  const { data: created } = (await assign({ user_id: member.id, style_id: first, expires_at: inDays(5) }))
    .body
  await assign({ user_id: member.id, style_id: second })

  expect((await edit(created.id, { is_active: false })).body.data).toEqual({ ...created, is_active: false })
  expect(await readCss(member)).toBe(`color: ${shown.silver}`)
  expect((await edit(created.id, { expires_at: null })).body.data).toMatchObject({
    expires_at: null,
    is_active: false,
  })
  expect(await edit(created.id, { style_id: second })).toMatchObject({
    status: 409,
    body: { fields: { style_id: 'The user already has this style' } },
  })
  expect((await edit(created.id, { expires_at: inDays(-1) })).status).toBe(400)
  expect((await edit(999_999, { is_active: true })).status).toBe(404)
  expect((await edit(created.id, { is_active: true })).body.data).toMatchObject({
    style_id: first,
    is_active: true,
  })
  const { rows } = await app.db.execute(sql`
    select metadata -> 'old' as old, metadata -> 'new' as new from activities
    where action = 'Style Assignment Updated' and target_id = ${member.id} order by id`)
  expect(rows).toEqual([
    { old: { is_active: true }, new: { is_active: false } },
    { old: { expires_at: created.expires_at }, new: { expires_at: null } },
    { old: { is_active: false }, new: { is_active: true } },
  ])
})

test('a removed style has no effect at once', async () => {
  const member = await app.createUser()
  const { data: created } = (await assign({ user_id: member.id, style_id: await style() })).body
  expect(await readCss(member)).toBe(`color: ${shown.gold}`)

  expect(await remove(created.id)).toMatchObject({ status: 200, body: { success: true, data: null } })

  expect(await readCss(member)).toBe('')
  expect((await remove(created.id)).status).toBe(404)
  expect(await actionsOn(member)).toEqual(['Style Assigned', 'Style Removed'])
})

test('an assignment expires, also on cached pages', async () => {
  const [member, lasting] = [await app.createUser(), await app.createUser()]
  const styleId = await style()
  await assign({ user_id: member.id, style_id: styleId, expires_at: inDays(2) })
  await assign({ user_id: lasting.id, style_id: styleId })
  expect(await readCss(member)).toBe(`color: ${shown.gold}`)

  await endExpiredStyles(app.app)
  expect(await readCss(member)).toBe(`color: ${shown.gold}`)
  now = new Date(inDays(2))
  await endExpiredStyles(app.app)

  expect(await readCss(member)).toBe('')
  expect(await readCss(lasting)).toBe(`color: ${shown.gold}`)
  const [ended] = await assignmentsOf(member)
  expect(ended.is_active).toBe(false)
  expect(await edit(ended.id, { is_active: true })).toMatchObject({
    status: 400,
    body: { fields: { expires_at: 'Expiry must be in the future' } },
  })
  expect((await edit(ended.id, { is_active: true, expires_at: inDays(1) })).status).toBe(200)
})

test('all styles are listed with their users, who are found by a part of their name', async () => {
  const styleId = await style({ name: 'Popular' })
  const members = [await app.createUser(), await app.createUser(), await app.createUser()]
  for (const member of members) await assign({ user_id: member.id, style_id: styleId })
  const find = async (query = '') => {
    const { body } = await app.request(viewer, 'GET', `/api/user-styles/with-assignments${query}`)
    return body.data.find(({ id }: { id: number }) => id === styleId)
  }

  const all = await find()
  expect(all).toMatchObject({ name: 'Popular', assigned_count: 3 })
  expect(names(all).toSorted()).toEqual(members.map(({ username }) => username).toSorted())
  const one = await find(`?q=${members[1]?.username.toUpperCase()}`)
  expect({ names: names(one), count: one.assigned_count }).toEqual({
    names: [members[1]?.username],
    count: 3,
  })
  expect(names(await find('?q=%25'))).toEqual([])
})

/** The CSS of a name in all responses that contain it. */
async function cssOf(member: TestUser): Promise<Record<string, string>> {
  const [own, me, info, found] = await Promise.all([
    app.request(member, 'GET', '/api/auth/profile'),
    app.request(member, 'GET', '/api/users/me'),
    app.request(member, 'GET', '/api/groups/me/info'),
    app.request(lister, 'GET', `/api/users/admin/users?q=${member.username}`),
  ])
  const [listed] = found.body.users
  const { body: one } = await app.request(lister, 'GET', `/api/users/admin/users/${member.id}`)
  const { body: profile } = await app.request(visitor, 'GET', `/api/users/profile/${member.username}`)
  return {
    own: own.body.user.css,
    me: me.body.css,
    info: info.body.css,
    listed: listed.css,
    one: one.css,
    profile: profile.css,
  }
}
/** For the light and for the dark theme (contract/access/readable-name-style.ts). */
const shown = {
  red: 'light-dark(#c70000, #ff4d3c)',
  gold: 'light-dark(#775f00, #ffd700)',
  silver: 'light-dark(#616161, #c0c0c0)',
  teal: 'light-dark(#006d6e, #349c9c)',
}
const everywhere = (css: string) => ({ own: css, me: css, info: css, listed: css, one: css, profile: css })

test('all responses contain the same CSS of a name, from the change on', async () => {
  const member = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Sewing', 41, [])
  expect(await cssOf(member)).toEqual(everywhere(''))

  const ofGroup = await style({ css_properties: 'color: teal', font_family: 'Conthrax' })
  await app.request(await app.createOwner(), 'PUT', `/api/groups/${groupId}`, { style_id: ofGroup })
  expect(await cssOf(member)).toEqual(everywhere(`color: ${shown.teal}; font-family: "Conthrax"`))

  const personal = await style({ css_properties: 'color: gold' })
  const { data: created } = (await assign({ user_id: member.id, style_id: personal })).body
  expect(await cssOf(member)).toEqual(everywhere(`color: ${shown.gold}`))

  await app.request(manager, 'PUT', `/api/user-styles/${personal}`, { css_properties: 'color: silver' })
  expect(await cssOf(member)).toEqual(everywhere(`color: ${shown.silver}`))

  await edit(created.id, { is_active: false })
  await app.request(manager, 'PUT', `/api/user-styles/${ofGroup}`, { is_active: false })
  expect(await cssOf(member)).toEqual(everywhere(''))
})

test('a user without a group has the personal style', async () => {
  const member = await app.createUser()
  await assign({ user_id: member.id, style_id: await style() })
  await app.db.execute(sql`delete from memberships where user_id = ${member.id}`)

  expect(await cssOf(member)).toEqual(everywhere(`color: ${shown.gold}`))
})

test('the styles of the own groups are validated when they are read', async () => {
  const member = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Smuggling', 42, [])
  await app.db.execute(sql`
    with style as (insert into user_styles (name, css_properties)
      values ('Smuggled', 'position: fixed; color: red; background: url(//evil.example)') returning id)
    update groups set style_id = style.id from style where groups.id = ${groupId}`)

  const { groups } = (await app.request(member, 'GET', '/api/groups/me/info')).body
  const { body: ofUser } = await app.request(member, 'GET', `/api/groups/user/${member.id}`)

  expect(await cssOf(member)).toEqual(everywhere(`color: ${shown.red}`))
  expect([groups[0].user_styles.css_properties, ofUser[0].user_styles.css_properties]).toEqual([
    'color: red',
    'color: red',
  ])
})
