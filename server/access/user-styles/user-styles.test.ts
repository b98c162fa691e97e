import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const manager = await app.createUser('admin.system.access', 'admin.styles.manage')
const viewer = await app.createUser('admin.system.access', 'admin.styles.view')
const visitor = null

const draft = { name: 'Gold', css_properties: 'color: gold; font-weight: 700' }

const add = (body: Record<string, unknown> = draft, user: TestUser | null = manager) =>
  app.request(user, 'POST', '/api/user-styles', body)
const edit = (id: number, body: Record<string, unknown>, user: TestUser | null = manager) =>
  app.request(user, 'PUT', `/api/user-styles/${id}`, body)
const remove = (id: number, user: TestUser | null = manager) =>
  app.request(user, 'DELETE', `/api/user-styles/${id}`)
const read = (path = '', user: TestUser | null = viewer) =>
  app.request(user, 'GET', `/api/user-styles${path}`)
const styles = async () => (await read()).body.data
const actionsOn = async (id: number) => {
  const { rows } = await app.db.execute<{ action: string }>(sql`
    select action from activities where target_type = 'style' and target_id = ${id} order by id`)
  return rows.map(({ action }) => action)
}

test('user styles need admin.styles.view, and changes admin.styles.manage', async () => {
  const { data: style } = (await add()).body
  const member = await app.createUser()

  for (const path of ['', '/with-assignments', `/${style.id}`, `/assignments/user/${member.id}`]) {
    expect((await read(path, visitor)).status).toBe(401)
    expect((await read(path, member)).status).toBe(403)
    expect((await read(path, viewer)).body).toMatchObject({ success: true })
    expect((await read(path, manager)).status).toBe(200)
  }
  for (const user of [member, viewer]) {
    expect(await add(draft, user)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(style.id, { name: 'Mine' }, user)).status).toBe(403)
    expect((await remove(style.id, user)).status).toBe(403)
  }
  expect((await add(draft, visitor)).status).toBe(401)

  expect((await read(`/${style.id}`)).body).toEqual({ success: true, data: style })
  expect(await actionsOn(style.id)).toEqual(['Style Created'])
})

test.each<[promise: string, wrong: Record<string, unknown>, fields: Record<string, unknown>]>([
  ['no name', { name: '' }, { name: 'Style name is required' }],
  ['no declarations', { css_properties: ' ' }, { css_properties: 'CSS properties are required' }],
  ['nothing but semicolons', { css_properties: ';;' }, { css_properties: 'CSS properties are required' }],
  [
    '1001 characters',
    { css_properties: 'x'.repeat(1001) },
    { css_properties: expect.stringContaining('1000') },
  ],
  ['an unknown font', { font_family: 'Comic Sans' }, { font_family: 'Please select a font' }],
  ['half a priority', { priority: 1.5 }, { priority: 'Priority must be a whole number' }],
  ['a word for active', { is_active: 'yes' }, { is_active: expect.any(String) }],
  ...[
    'color: red } * { display: none',
    'background: url(https://evil.example/?x)',
    '@import url(//evil.example)',
    'color: expression(alert(1))',
    'color: /**/ red',
    String.raw`background: \75rl(//evil.example)`,
    'position: fixed',
    'letter-spacing: 9999px',
    '</style><script>alert(1)</script>',
    'color: red !important',
    'color: )',
    'color: "',
  ].map((css): [string, Record<string, unknown>, Record<string, unknown>] => [
    css,
    { css_properties: css },
    { css_properties: expect.stringContaining(`"${css}" is not allowed: `) },
  ]),
])('a style with %s is rejected, also as an edit', async (_, wrong, fields) => {
  const { data: style } = (await add()).body
  const before = await styles()
  const error = { status: 400, body: { code: 'validation', fields } }

  expect(await add({ ...draft, ...wrong })).toMatchObject(error)
  expect(await edit(style.id, { description: 'Not stored', ...wrong })).toMatchObject(error)

  expect(await styles()).toEqual(before)
  expect(await actionsOn(style.id)).toEqual(['Style Created'])
})

test('a new style has the defaults of the form', async () => {
  const { status, body } = await add()

  expect(status).toBe(201)
  expect(body).toEqual({
    success: true,
    data: {
      id: expect.any(Number),
      name: 'Gold',
      description: '',
      css_properties: 'color: gold; font-weight: 700',
      font_family: 'default',
      is_active: true,
      priority: 0,
      created_at: expect.stringMatching(/Z$/),
    },
  })
})

test('styles are listed by descending priority', async () => {
  await add({ ...draft, name: 'Low', priority: -5 })
  await add({ ...draft, name: 'High', priority: 500 })

  const listed: { name: string }[] = await styles()

  expect(listed[0]?.name).toBe('High')
  expect(listed.at(-1)?.name).toBe('Low')
})

test('an edit changes the sent fields only, also concurrently', async () => {
  const { data: style } = (await add()).body

  await Promise.all([
    edit(style.id, { description: 'Of metal.' }),
    edit(style.id, { css_properties: 'color: silver' }),
    edit(style.id, { font_family: 'Conthrax', priority: 7, id: 1, created_at: '2000-01-01' }),
  ])

  expect((await edit(style.id, {})).body.data).toEqual({
    ...style,
    description: 'Of metal.',
    css_properties: 'color: silver',
    font_family: 'Conthrax',
    priority: 7,
  })
  expect(await actionsOn(style.id)).toEqual([
    'Style Created',
    ...Array.from({ length: 3 }, () => 'Style Updated'),
  ])
})

test('an edit is recorded with its old and new values', async () => {
  const { data: style } = (await add()).body

  await edit(style.id, { css_properties: 'color: silver', is_active: false, priority: style.priority })

  const { rows } = await app.db.execute(sql`
    select metadata from activities where action = 'Style Updated' and target_id = ${style.id}`)
  expect(rows).toEqual([
    {
      metadata: {
        changed: ['css_properties', 'is_active', 'priority'],
        old: { css_properties: style.css_properties, is_active: true },
        new: { css_properties: 'color: silver', is_active: false },
      },
    },
  ])
})

test('a change of a group’s style applies to profiles at once, with its font', async () => {
  const member = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Goldsmiths', 40, [])
  const { data: style } = (await add()).body
  await app.db.execute(sql`update groups set style_id = ${style.id} where id = ${groupId}`)
  const readCss = async () =>
    (await app.request(visitor, 'GET', `/api/users/profile/${member.username}`)).body.group.css
  expect(await readCss()).toBe('color: light-dark(#775f00, #ffd700); font-weight: 700')

  await edit(style.id, { css_properties: 'color: silver', font_family: 'Ice Kingdom' })
  expect(await readCss()).toBe('color: light-dark(#616161, #c0c0c0); font-family: "Ice Kingdom"')
  expect(String((await app.request(visitor, 'GET', `/user/${member.username}`)).body)).toContain(
    'color:light-dark(#616161, #c0c0c0)',
  )

  await edit(style.id, { is_active: false })
  expect(await readCss()).toBe('')
})

test('a deleted style is removed with its assignments and from groups', async () => {
  const member = await app.createUser()
  const groupId = await app.joinGroup(member.id, 'Forgetful', 41, [])
  const { data: style } = (await add()).body
  await app.db.execute(sql`update groups set style_id = ${style.id} where id = ${groupId}`)
  await app.request(manager, 'POST', '/api/user-styles/assign', { user_id: member.id, style_id: style.id })

  expect(await remove(style.id)).toMatchObject({ status: 200, body: { success: true, data: null } })

  expect((await remove(style.id)).status).toBe(404)
  expect((await edit(style.id, { name: 'Ghost' })).status).toBe(404)
  expect((await read(`/${style.id}`)).status).toBe(404)
  expect((await read(`/assignments/user/${member.id}`)).body.data).toEqual([])
  expect((await app.request(visitor, 'GET', `/api/users/profile/${member.username}`)).body.group.css).toBe('')
  expect(await actionsOn(style.id)).toEqual(['Style Created', 'Style Deleted'])
})
