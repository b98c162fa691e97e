import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const edit = (user: TestUser, id: number, body: Record<string, unknown>) =>
  app.request(user, 'PUT', `/api/groups/${id}`, body)

let names = 0
async function createGroup(more: Record<string, unknown> = {}) {
  const name = `group-${++names}`
  const { body } = await app.request(owner, 'POST', '/api/groups', {
    name,
    display_name: name,
    priority: 600,
    ...more,
  })
  return body
}

async function state() {
  const { rows } = await app.db.execute(sql`
    select (select json_agg(g order by id) from groups g) as groups,
      (select json_agg(p order by group_id, permission_key) from group_permissions p) as keys,
      (select count(*)::integer from activities) as activities`)
  return rows[0]
}

test('a field that another user has changed since the form was loaded is rejected by name, others are not', async () => {
  const group = await createGroup({ color: '#111111', permissions: ['scripts.upload', 'scripts.rate'] })
  const expected = { color: '#111111', description: '', permissions: ['scripts.rate', 'scripts.upload'] }
  const first = { color: '#222222', permissions: ['scripts.download'], expected }
  expect((await edit(owner, group.id, first)).status).toBe(200)
  const before = await state()

  const late = { color: '#333333', permissions: [], description: 'Mine', expected }
  expect(await edit(owner, group.id, late)).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      fields: {
        color: 'This has changed since you opened it',
        permissions: 'This has changed since you opened it',
      },
    },
  })
  expect(await state()).toEqual(before)

  // Equal new values and fields that only one user changed are no conflict.
  const compatible = { color: '#222222', description: 'Mine', expected }
  expect(await edit(owner, group.id, compatible)).toMatchObject({
    status: 200,
    body: { description: 'Mine' },
  })
})

test('of two concurrent edits of one field one gets a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const group = await createGroup()
    const expected = { color: group.color }

    const responses = await Promise.all([
      edit(owner, group.id, { color: '#aaaaaa', expected }),
      edit(owner, group.id, { color: '#bbbbbb', expected }),
    ])

    const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect((await app.request(owner, 'GET', `/api/groups/${group.id}`)).body.color).toBe(won?.body.color)
  }
})
