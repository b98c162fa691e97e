import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

import { endExpiredStyles } from './user-styles.public.ts'

let now = new Date()
const hub = await startTestHub({ clock: { now: () => now } })
const manager = await hub.person('admin.system.access', 'admin.styles.manage')
const viewer = await hub.person('admin.system.access', 'admin.styles.view')
const lister = await hub.person('admin.system.access', 'admin.users.list')
const visitor = null

const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

async function style(more: Record<string, unknown> = {}): Promise<number> {
  const body = { name: 'Gold', css_properties: 'color: gold', ...more }
  return (await hub.as(manager, 'POST', '/api/user-styles', body)).body.data.id
}
const assign = (body: Record<string, unknown>, someone: Person | null = manager) =>
  hub.as(someone, 'POST', '/api/user-styles/assign', body)
const edit = (id: number, body: Record<string, unknown>, someone: Person | null = manager) =>
  hub.as(someone, 'PUT', `/api/user-styles/assign/${id}`, body)
const remove = (id: number, someone: Person | null = manager) =>
  hub.as(someone, 'DELETE', `/api/user-styles/assign/${id}`)
const assignmentsOf = async ({ id }: { id: number }) =>
  (await hub.as(viewer, 'GET', `/api/user-styles/assignments/user/${id}`)).body.data
const shown = async ({ username }: Person) =>
  (await hub.as(visitor, 'GET', `/api/users/profile/${username}`)).body.group.css
const names = (found: { assignments: { users: { username: string } }[] }) =>
  found.assignments.map(({ users }) => users.username)
const actionsOn = async ({ id }: Person) => {
  const { rows } = await hub.db.execute<{ action: string }>(sql`
    select action from activities where target_type = 'user' and target_id = ${id} order by id`)
  return rows.map(({ action }) => action)
}

test('styles are given and taken by those who may, and by nobody else', async () => {
  const member = await hub.person()
  const styleId = await style()
  const { data: given } = (await assign({ user_id: member.id, style_id: styleId })).body

  for (const someone of [member, viewer]) {
    expect((await assign({ user_id: member.id, style_id: styleId }, someone)).status).toBe(403)
    expect((await edit(given.id, { is_active: false }, someone)).status).toBe(403)
    expect((await remove(given.id, someone)).status).toBe(403)
  }
  expect((await assign({ user_id: member.id, style_id: styleId }, visitor)).status).toBe(401)

  expect(await assignmentsOf(member)).toEqual([given])
  expect(await actionsOn(member)).toEqual(['Style Assigned'])
})

test.each([
  ['no user', { user_id: undefined }, { user_id: 'Please select a user' }],
  ['a user by name', { user_id: 'ada' }, { user_id: 'Please select a user' }],
  ['no style', { style_id: null }, { style_id: 'Please select a style' }],
  ['an expiry in words', { expires_at: 'tomorrow' }, { expires_at: 'Expiry must be a time in ISO 8601' }],
  ['an expiry that has passed', { expires_at: inDays(-1) }, { expires_at: 'Expiry must be in the future' }],
])('an assignment with %s is refused', async (_, wrong, fields) => {
  const member = await hub.person()
  const body = { user_id: member.id, style_id: await style(), ...wrong }

  expect(await assign(body)).toMatchObject({ status: 400, body: { code: 'validation', fields } })
  expect(await assignmentsOf(member)).toEqual([])
})

test('only active styles are given, and only to people there are', async () => {
  const member = await hub.person()
  const inactive = await style({ is_active: false })

  expect(await assign({ user_id: member.id, style_id: inactive })).toMatchObject({
    status: 400,
    body: { fields: { style_id: 'Only active styles can be assigned' } },
  })
  expect((await assign({ user_id: member.id, style_id: 999_999 })).body.error).toBe('User style not found')
  expect((await assign({ user_id: 999_999, style_id: await style() })).body.error).toBe('User not found')
  expect(await assignmentsOf(member)).toEqual([])
})

test('an assignment shows on the profile at once and says whose it is', async () => {
  const member = await hub.person()
  const styleId = await style({ name: 'Silver', css_properties: 'color: silver', priority: 3 })
  expect(await shown(member)).toBe('')

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
  expect(await shown(member)).toBe('color: silver')
  expect(String((await hub.as(visitor, 'GET', `/user/${member.username}`)).body)).toContain('color:silver')
})

test('personal styles join by priority and take the place of the group’s', async () => {
  const member = await hub.person()
  const groupId = await hub.joinGroup(member.id, 'Styled', 40, [])
  const ofGroup = await style({ css_properties: 'text-transform: uppercase' })
  await hub.db.execute(sql`update groups set style_id = ${ofGroup} where id = ${groupId}`)
  expect(await shown(member)).toBe('text-transform: uppercase')

  const low = await style({ css_properties: 'color: blue; font-weight: 700', priority: 1 })
  const high = await style({ css_properties: 'color: red', priority: 2, font_family: 'Valorant' })
  for (const id of [low, high]) await assign({ user_id: member.id, style_id: id })

  expect(await shown(member)).toBe('color: red; font-family: "Valorant"; font-weight: 700')
  expect((await assignmentsOf(member)).map((one: { style_id: number }) => one.style_id)).toEqual([high, low])
})

test('what got into the database unchecked is left out where it is shown', async () => {
  const member = await hub.person()
  const styleId = await style()
  await assign({ user_id: member.id, style_id: styleId })
  await hub.db.execute(sql`
    update user_styles set css_properties = 'position: fixed; color: red; background: url(//evil.example)',
      font_family = 'x"; top: 0' where id = ${styleId}`)

  expect(await shown(member)).toBe('color: red')
})

test('to give a style again renews it, however many do so at once', async () => {
  const member = await hub.person()
  const body = { user_id: member.id, style_id: await style() }

  const answers = await Promise.all([assign(body), assign(body), assign({ ...body, expires_at: inDays(1) })])
  const renewed = await assign({ ...body, expires_at: inDays(9) })

  expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  expect(await assignmentsOf(member)).toEqual([renewed.body.data])
  expect(renewed.body.data.expires_at).toBe(inDays(9))
})

test('a change leaves alone what it does not name, and refuses what cannot be', async () => {
  const member = await hub.person()
  const [first, second] = [await style(), await style({ css_properties: 'color: silver' })]
  const { data: given } = (await assign({ user_id: member.id, style_id: first, expires_at: inDays(5) })).body
  await assign({ user_id: member.id, style_id: second })

  expect((await edit(given.id, { is_active: false })).body.data).toEqual({ ...given, is_active: false })
  expect(await shown(member)).toBe('color: silver')
  expect((await edit(given.id, { expires_at: null })).body.data).toMatchObject({
    expires_at: null,
    is_active: false,
  })
  expect(await edit(given.id, { style_id: second })).toMatchObject({
    status: 409,
    body: { fields: { style_id: 'The user already has this style' } },
  })
  expect((await edit(given.id, { expires_at: inDays(-1) })).status).toBe(400)
  expect((await edit(999_999, { is_active: true })).status).toBe(404)
  expect((await edit(given.id, { is_active: true })).body.data).toMatchObject({
    style_id: first,
    is_active: true,
  })
})

test('a style that was taken away is gone at once', async () => {
  const member = await hub.person()
  const { data: given } = (await assign({ user_id: member.id, style_id: await style() })).body
  expect(await shown(member)).toBe('color: gold')

  expect(await remove(given.id)).toMatchObject({ status: 200, body: { success: true, data: null } })

  expect(await shown(member)).toBe('')
  expect((await remove(given.id)).status).toBe(404)
  expect(await actionsOn(member)).toEqual(['Style Assigned', 'Style Removed'])
})

test('an assignment ends by itself when its time is over, also on stored pages', async () => {
  const [member, lasting] = [await hub.person(), await hub.person()]
  const styleId = await style()
  await assign({ user_id: member.id, style_id: styleId, expires_at: inDays(2) })
  await assign({ user_id: lasting.id, style_id: styleId })
  expect(await shown(member)).toBe('color: gold')

  await endExpiredStyles(hub.hub)
  expect(await shown(member)).toBe('color: gold')
  now = new Date(inDays(2))
  await endExpiredStyles(hub.hub)

  expect(await shown(member)).toBe('')
  expect(await shown(lasting)).toBe('color: gold')
  const [ended] = await assignmentsOf(member)
  expect(ended.is_active).toBe(false)
  expect(await edit(ended.id, { is_active: true })).toMatchObject({
    status: 400,
    body: { fields: { expires_at: 'Expiry must be in the future' } },
  })
  expect((await edit(ended.id, { is_active: true, expires_at: inDays(1) })).status).toBe(200)
})

test('the screen gets every style with who has it, and finds people by a part of their name', async () => {
  const styleId = await style({ name: 'Popular' })
  const people = [await hub.person(), await hub.person(), await hub.person()]
  for (const person of people) await assign({ user_id: person.id, style_id: styleId })
  const find = async (query = '') => {
    const { body } = await hub.as(viewer, 'GET', `/api/user-styles/with-assignments${query}`)
    return body.data.find(({ id }: { id: number }) => id === styleId)
  }

  const all = await find()
  expect(all).toMatchObject({ name: 'Popular', assigned_count: 3 })
  expect(names(all).toSorted()).toEqual(people.map(({ username }) => username).toSorted())
  const one = await find(`?q=${people[1]?.username.toUpperCase()}`)
  expect({ names: names(one), count: one.assigned_count }).toEqual({ names: [people[1]?.username], count: 3 })
  expect(names(await find('?q=%25'))).toEqual([])
})

/** What every call says of how a name looks. */
async function looks(member: Person): Promise<Record<string, string>> {
  const [own, me, info, found] = await Promise.all([
    hub.as(member, 'GET', '/api/auth/profile'),
    hub.as(member, 'GET', '/api/users/me'),
    hub.as(member, 'GET', '/api/groups/me/info'),
    hub.as(lister, 'GET', `/api/users/admin/users?q=${member.username}`),
  ])
  const [listed] = found.body.users
  const { body: one } = await hub.as(lister, 'GET', `/api/users/admin/users/${member.id}`)
  const { body: profile } = await hub.as(visitor, 'GET', `/api/users/profile/${member.username}`)
  return {
    own: own.body.user.css,
    me: me.body.css,
    info: info.body.css,
    listed: listed.css,
    one: one.css,
    profile: profile.css,
  }
}
const everywhere = (css: string) => ({ own: css, me: css, info: css, listed: css, one: css, profile: css })

test('a name looks the same to its owner, to everybody and in the back office, from the change on', async () => {
  const member = await hub.person()
  const groupId = await hub.joinGroup(member.id, 'Sewing', 41, [])
  expect(await looks(member)).toEqual(everywhere(''))

  const ofGroup = await style({ css_properties: 'color: teal', font_family: 'Conthrax' })
  await hub.as(await hub.owner(), 'PUT', `/api/groups/${groupId}`, { style_id: ofGroup })
  expect(await looks(member)).toEqual(everywhere('color: teal; font-family: "Conthrax"'))

  const personal = await style({ css_properties: 'color: gold' })
  const { data: given } = (await assign({ user_id: member.id, style_id: personal })).body
  expect(await looks(member)).toEqual(everywhere('color: gold'))

  await hub.as(manager, 'PUT', `/api/user-styles/${personal}`, { css_properties: 'color: silver' })
  expect(await looks(member)).toEqual(everywhere('color: silver'))

  await edit(given.id, { is_active: false })
  await hub.as(manager, 'PUT', `/api/user-styles/${ofGroup}`, { is_active: false })
  expect(await looks(member)).toEqual(everywhere(''))
})

test('who is in no group is seen in their personal style', async () => {
  const member = await hub.person()
  await assign({ user_id: member.id, style_id: await style() })
  await hub.db.execute(sql`delete from memberships where user_id = ${member.id}`)

  expect(await looks(member)).toEqual(everywhere('color: gold'))
})

test('the styles of the own groups are checked again where they are shown', async () => {
  const member = await hub.person()
  const groupId = await hub.joinGroup(member.id, 'Smuggling', 42, [])
  await hub.db.execute(sql`
    with style as (insert into user_styles (name, css_properties)
      values ('Smuggled', 'position: fixed; color: red; background: url(//evil.example)') returning id)
    update groups set style_id = style.id from style where groups.id = ${groupId}`)

  const { groups } = (await hub.as(member, 'GET', '/api/groups/me/info')).body
  const { body: ofUser } = await hub.as(member, 'GET', `/api/groups/user/${member.id}`)

  expect(await looks(member)).toEqual(everywhere('color: red'))
  expect([groups[0].user_styles.css_properties, ofUser[0].user_styles.css_properties]).toEqual([
    'color: red',
    'color: red',
  ])
})
