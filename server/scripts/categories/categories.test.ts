import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { selectableCategoryIcons } from '#contract/scripts/categories.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const manager = await app.createUser('admin.system.access', 'admin.categories.manage')
const visitor = null

type Category = { id: number; name: string; script_count: number }

const draft = { name: 'Sounds', description: 'What is heard.', icon: 'Flame', color: '#12ab9F' }

const add = (body: Record<string, unknown> = draft, user: TestUser | null = manager) =>
  app.request(user, 'POST', '/api/categories', body)
const edit = (id: number, body: Record<string, unknown>, user: TestUser | null = manager) =>
  app.request(user, 'PUT', `/api/categories/${id}`, body)
const remove = (id: number, user: TestUser | null = manager, movedTo?: number) =>
  app.request(user, 'DELETE', `/api/categories/${id}${movedTo === undefined ? '' : `?movedTo=${movedTo}`}`)
const move = (id: number, to: number, user: TestUser | null = manager) =>
  app.request(user, 'POST', `/api/categories/${id}/move-scripts`, { to })
const read = async (path: string) => (await app.request(visitor, 'GET', path)).body
const categories = async (): Promise<Category[]> => read('/api/categories')
const idOf = async (name: string) => (await categories()).find((one) => one.name === name)?.id ?? 0
const actionsOn = async (id: number) => {
  const { rows } = await app.db.execute<{ action: string; description: string }>(sql`
    select action, description from activities where target_type = 'category' and target_id = ${id} order by id`)
  return rows.map(({ action, description }) => `${action}: ${description}`)
}

test('changes of categories need admin.categories.manage', async () => {
  const before = await categories()
  const viewer = await app.createUser('admin.system.access', 'admin.categories.view')
  const outsider = await app.createUser('admin.categories.manage')
  const id = await idOf('Other')

  for (const user of [viewer, outsider]) {
    expect(await add(draft, user)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await edit(id, { name: 'Mine' }, user)).status).toBe(403)
    expect((await remove(id, user)).status).toBe(403)
  }
  expect((await add(draft, visitor)).status).toBe(401)

  expect(await categories()).toEqual(before)
})

test.each([
  ['no name', { name: '  ' }, { name: 'Category name is required' }],
  ['a name of one character', { name: ' x ' }, { name: 'Category name must be at least 2 characters' }],
  ['a name of 51', { name: 'x'.repeat(51) }, { name: expect.stringContaining('50') }],
  ['no description', { description: undefined }, { description: 'Category description is required' }],
  ['no color', { color: undefined }, { color: 'Please select a color' }],
  ['a color by name', { color: 'red' }, { color: 'Please select a color' }],
  ['a short color', { color: '#abc' }, { color: 'Please select a color' }],
  ['a color with a suffix', { color: '#aabbcc;background:url(x)' }, { color: 'Please select a color' }],
  ['an unknown icon', { icon: 'Skull' }, { icon: 'Please select an icon' }],
  ['the name of another one', { name: 'WEAPONS' }, { name: 'A category with this name already exists' }],
])('a category with %s is rejected', async (_, wrong, fields) => {
  const before = await categories()

  const { status, body } = await add({ ...draft, ...wrong })

  expect([400, 409]).toContain(status)
  expect(body).toMatchObject({ code: status === 409 ? 'conflict' : 'validation', fields })
  expect(await categories()).toEqual(before)
})

test('a new category is listed at once with its icon and color', async () => {
  const { status, body } = await add()

  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(Number),
    name: 'Sounds',
    description: 'What is heard.',
    icon: 'Flame',
    color: '#12ab9f',
    script_count: 0,
  })
  expect(await categories()).toContainEqual(body)
  expect((await read('/api/scripts')).facets.categories).toContainEqual({ name: 'Sounds', count: 0 })
  expect(await read('/scripts')).toContain('Sounds')
  expect(await actionsOn(body.id)).toEqual([
    `Category Created: ${manager.username} added the category Sounds`,
  ])
})

test('all icons of the form and the public pages are accepted, Folder is the default', async () => {
  const { body: category } = await add({ name: 'Icons', description: 'All of them.', color: '#000000' })
  expect(category.icon).toBe('Folder')

  for (const icon of [...selectableCategoryIcons, 'Package', 'Map', 'SlidersHorizontal', 'ChevronRight'])
    expect((await edit(category.id, { icon })).body).toMatchObject({ icon, name: 'Icons' })
})

test('a new name applies to scripts, lists, facets and pages at once', async () => {
  const author = await app.createUser()
  const id = await idOf('Cars')
  const script = await insertTestScript(app, { author, name: 'Roadster', category: 'Cars' })
  const views = [
    `/api/scripts/${script}`,
    '/api/scripts',
    `/api/users/profile/${author.username}`,
    `/scripts/${script}`,
    '/scripts',
  ]
  for (const view of views) expect(JSON.stringify(await read(view))).toContain('Cars')

  const { status, body } = await edit(id, { name: 'Vehicles' })

  expect({ status, body }).toMatchObject({ status: 200, body: { id, name: 'Vehicles', script_count: 1 } })
  for (const view of views) {
    const shown = JSON.stringify(await read(view)).replaceAll('vehicles', '')
    expect({ view, isNew: shown.includes('Vehicles'), isOld: shown.includes('"Cars"') }).toEqual({
      view,
      isNew: true,
      isOld: false,
    })
  }
  expect((await read('/api/scripts?category=vehicles')).pagination.total).toBe(1)
  expect(await actionsOn(id)).toEqual([
    `Category Updated: ${manager.username} renamed the category Cars to Vehicles`,
  ])
})

test('links with a former name of a category lead to its scripts, until another category has the name', async () => {
  const author = await app.createUser('scripts.upload')
  const { body: category } = await add({ ...draft, name: 'Boats' })
  await insertTestScript(app, { author, name: 'Dinghy', category: 'Boats' })
  await edit(category.id, { name: 'Ships' })
  await edit(category.id, { name: 'Vessels' })

  for (const name of ['Boats', 'SHIPS', 'Vessels']) {
    const list = await read(`/api/scripts?category=${name}`)
    expect([list.category, list.pagination.total]).toEqual(['Vessels', 1])
    const page = await read(`/scripts?category=${name}`)
    expect(page).toContain('Dinghy')
    expect(page).toMatch(/rel="canonical" href="[^"]*\/scripts\?category=Vessels"/)
    expect((await app.request(visitor, 'GET', `/feed/category/${name}.xml`)).body).toContain('Dinghy')
  }
  // A form that was open during the rename still has the former name.
  const form = await scriptForm({ name: 'Canoe', category: 'Boats' })
  const { body: submitted } = await app.request(author, 'POST', '/api/scripts', form)
  expect(submitted.category).toBe('Vessels')

  const { body: other } = await add({ ...draft, name: 'boats' })
  expect(await read('/api/scripts?category=Boats')).toMatchObject({
    category: 'boats',
    pagination: { total: 0 },
  })
  await edit(other.id, { name: 'Rafts' })
  expect((await read('/api/scripts?category=Boats')).category).toBe('Rafts')
  expect((await read('/api/scripts?category=Ships')).category).toBe('Vessels')
  expect((await read('/api/scripts?category=Nothing')).category).toBe(null)
})

test('an edit is recorded with its old and new values', async () => {
  const { body: category } = await add({ ...draft, name: 'Recorded' })

  await edit(category.id, { name: 'Recorded again', color: '#000000', icon: draft.icon })

  const { rows } = await app.db.execute(sql`
    select metadata from activities where action = 'Category Updated' and target_id = ${category.id}`)
  expect(rows).toEqual([
    {
      metadata: {
        changed: ['name', 'icon', 'color'],
        old: { name: 'Recorded', color: '#12ab9f' },
        new: { name: 'Recorded again', color: '#000000' },
      },
    },
  ])
})

test('default categories keep their order after a rename, others are sorted by name', async () => {
  await app.db.execute(sql`
    insert into categories (id, name, name_key) overriding system value
    values (60, 'Zoo', 'zoo'), (61, 'Animals', 'animals')`)
  const { body } = await edit(await idOf('Mapping'), { name: 'Atlas' })

  const names = (await categories()).map(({ name }) => name)

  expect(names.indexOf(body.name)).toBe(1)
  expect(names.slice(-2)).toEqual(['Animals', 'Zoo'])
})

test('an edit changes the sent fields only, also concurrently', async () => {
  const { body: category } = await add({ ...draft, name: 'Shared' })

  await Promise.all([
    edit(category.id, { description: 'New words.' }),
    edit(category.id, { color: '#ffffff', script_count: 99 }),
    edit(category.id, { icon: 'Tag' }),
  ])

  expect(await categories()).toContainEqual({
    ...category,
    description: 'New words.',
    color: '#ffffff',
    icon: 'Tag',
  })
})

test('of concurrent categories of one name only one is created', async () => {
  const responses = await Promise.all(['Music', 'music', 'MUSIC'].map((name) => add({ ...draft, name })))

  expect(responses.map(({ status }) => status).filter((status) => status === 201)).toEqual([201])
  expect((await categories()).filter(({ name }) => name.toLowerCase() === 'music')).toHaveLength(1)
})

test('a category may change the case of its own name', async () => {
  const { body: category } = await add({ ...draft, name: 'casing' })

  expect((await edit(category.id, { name: 'Casing' })).body.name).toBe('Casing')
})

test('a category with scripts cannot be deleted, and the error has their number', async () => {
  const author = await app.createUser()
  const { body: category } = await add({ ...draft, name: 'Crowded' })
  await insertTestScript(app, { author, category: 'Crowded' })
  await insertTestScript(app, { author, category: 'Crowded', publication: 'review' })

  expect(await remove(category.id)).toMatchObject({
    status: 409,
    body: { error: 'This category still has 2 scripts', code: 'conflict' },
  })
  expect(await categories()).toContainEqual({ ...category, script_count: 1 })
  expect(await actionsOn(category.id)).toHaveLength(1)
})

test('scripts cannot be moved to their own category or to one that does not exist', async () => {
  const { body: category } = await add({ ...draft, name: 'Staying' })
  const viewer = await app.createUser('admin.system.access', 'admin.categories.view')

  expect((await move(category.id, await idOf('Other'), viewer)).status).toBe(403)
  for (const to of [category.id, 999_999])
    expect(await move(category.id, to)).toMatchObject({
      status: 400,
      body: { fields: { to: expect.any(String) } },
    })
  expect(await move(999_999, category.id)).toMatchObject({ status: 404 })
  expect(await remove(category.id, manager, category.id)).toMatchObject({ status: 400 })
  expect(await remove(category.id, manager, 999_999)).toMatchObject({ status: 400 })
  expect(await categories()).toContainEqual(category)
})

test('the scripts of a category move to another one in batches, and its links lead there after its deletion', async () => {
  const author = await app.createUser()
  const { body: old } = await add({ ...draft, name: 'Leaving' })
  await edit(old.id, { name: 'Left' })
  const { body: target } = await add({ ...draft, name: 'Arriving' })
  const script = await insertTestScript(app, { author, name: 'Nomad', category: 'Left' })
  await insertTestScript(app, { author, category: 'Left', publication: 'review' })
  const hidden = await insertTestScript(app, { author, category: 'Left', publication: 'review' })
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${hidden}`)
  await app.db.execute(sql`
    insert into scripts (name, user_id, category_id, status, file_size, publication)
    select 'Draft', ${author.id}, ${old.id}, 'Readable', 1, 'review' from generate_series(1, 250)`)
  const before = await app.db.execute(sql`select scripts_uploaded from users where id = ${author.id}`)
  for (const page of [`/scripts/${script}`, '/scripts']) expect(await read(page)).toContain('Left')

  expect((await move(old.id, target.id)).body).toEqual({ moved: 200, remaining: 53 })
  expect((await remove(old.id, manager, target.id)).status).toBe(409)
  expect((await move(old.id, target.id)).body).toEqual({ moved: 53, remaining: 0 })
  expect((await move(old.id, target.id)).body).toEqual({ moved: 0, remaining: 0 })
  expect((await remove(old.id, manager, target.id)).status).toBe(204)

  expect(await categories()).toContainEqual({ ...target, script_count: 1 })
  expect((await read(`/api/scripts/${script}`)).category).toBe('Arriving')
  expect(await read(`/scripts/${script}`)).toContain('Arriving')
  for (const name of ['Leaving', 'Left', 'Arriving'])
    expect(await read(`/api/scripts?category=${name}`)).toMatchObject({
      category: 'Arriving',
      pagination: { total: 1 },
    })
  expect(
    (await app.db.execute(sql`select scripts_uploaded from users where id = ${author.id}`)).rows,
  ).toEqual(before.rows)
  expect(await actionsOn(target.id)).toContain(
    `Scripts Moved: ${manager.username} moved 200 scripts from Left to Arriving`,
  )
})

test('an empty category is deleted at once', async () => {
  const { body: category } = await add({ ...draft, name: 'Fleeting' })
  expect(await read('/scripts')).toContain('Fleeting')

  expect((await remove(category.id)).status).toBe(204)

  expect((await remove(category.id)).status).toBe(404)
  expect((await edit(category.id, { name: 'Ghosts' })).status).toBe(404)
  expect(await categories()).not.toContainEqual(category)
  expect(await read('/scripts')).not.toContain('Fleeting')
  expect(await actionsOn(category.id)).toHaveLength(2)
})
