import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser()

const change = (user: TestUser | null, id: number, body: Record<string, unknown>) =>
  app.request(user, 'PUT', `/api/scripts/${id}/state`, body)
const read = async (id: number) => (await app.request(null, 'GET', `/api/scripts/${id}`)).body
const basedOn = (id: number) => ({ maintenance: 'active', basedOn: id })
const create = (name: string) => insertTestScript(app, { author, name })

test('the state is changed by the author only', async () => {
  const script = await create('Garage')
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

  expect((await change(null, script, { maintenance: 'archived', basedOn: null })).status).toBe(401)
  expect((await change(moderator, script, { maintenance: 'archived', basedOn: null })).status).toBe(403)
  expect((await change(author, 999_999, { maintenance: 'archived', basedOn: null })).status).toBe(404)
  for (const body of [{}, { maintenance: 'gone', basedOn: null }, { maintenance: 'active', basedOn: 'x' }])
    expect((await change(author, script, body)).status).toBe(400)

  expect(await read(script)).not.toHaveProperty('maintenance')
})

test('an archived script stays public, and is maintained again', async () => {
  const script = await create('Garage')

  expect((await change(author, script, { maintenance: 'archived', basedOn: null })).body).toMatchObject({
    maintenance: 'archived',
  })

  expect(await read(script)).toMatchObject({ maintenance: 'archived' })
  const { body: list } = await app.request(null, 'GET', '/api/scripts?limit=100')
  expect(list.scripts.map(({ id }: { id: number }) => id)).toContain(script)

  await change(author, script, { maintenance: 'seeking', basedOn: null })
  expect(await read(script)).toMatchObject({ maintenance: 'seeking' })
  await change(author, script, { maintenance: 'active', basedOn: null })
  expect(await read(script)).not.toHaveProperty('maintenance')
})

test('a script names another public one that it is based on, as long as that one is public', async () => {
  const [script, base, hidden] = [await create('Garage'), await create('Base'), await create('Hidden')]
  const version = await insertTestVersion(app, script)
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${hidden}`)
  for (const [id, message] of [
    [script, 'A script cannot be based on itself'],
    [999_999, 'There is no such script'],
    [hidden, 'There is no such script'],
  ] as const)
    expect(await change(author, script, basedOn(id))).toMatchObject({
      status: 400,
      body: { fields: { basedOn: message } },
    })

  expect((await change(author, script, basedOn(base))).status).toBe(200)

  expect(await read(script)).toMatchObject({ basedOn: { id: base, name: 'Base' } })
  expect((await app.request(null, 'GET', `/api/versions/${version}/report`)).body.basedOn).toEqual({
    script: { id: base, name: 'Base' },
    share: null,
  })
  expect(await change(author, base, basedOn(script))).toMatchObject({
    status: 400,
    body: { fields: { basedOn: 'That script is based on this one' } },
  })

  expect((await app.request(author, 'DELETE', `/api/scripts/${base}`)).status).toBe(204)
  expect(await read(script)).not.toHaveProperty('basedOn')
})

test('scripts are not based on each other, also through others and by two changes at once', async () => {
  const [first, second, third] = [await create('First'), await create('Second'), await create('Third')]
  const loop = { status: 400, body: { fields: { basedOn: 'That script is based on this one' } } }

  const both = [change(author, first, basedOn(second)), change(author, second, basedOn(first))]
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])

  await change(author, second, { maintenance: 'active', basedOn: null })
  expect((await change(author, first, basedOn(second))).status).toBe(200)
  expect((await change(author, second, basedOn(third))).status).toBe(200)
  expect(await change(author, third, basedOn(first))).toMatchObject(loop)
  expect(await read(third)).not.toHaveProperty('basedOn')
  expect((await change(author, first, basedOn(third))).status).toBe(200)
})

test('a loop of an earlier release ends when one of its scripts is changed', async () => {
  const [first, second, other] = [await create('First'), await create('Second'), await create('Other')]
  await app.db.execute(sql`
    insert into script_states (script_id, based_on) values (${first}, ${second}), (${second}, ${first})`)

  expect((await change(author, other, basedOn(first))).status).toBe(200)
  expect((await change(author, first, basedOn(second))).status).toBe(400)
  expect((await change(author, first, { maintenance: 'active', basedOn: null })).status).toBe(200)
})
