import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()
const owner = await hub.owner()
const edit = (someone: Person, id: number, body: Record<string, unknown>) =>
  hub.as(someone, 'PUT', `/api/groups/${id}`, body)

let names = 0
async function made(more: Record<string, unknown> = {}) {
  const name = `group-${++names}`
  const { body } = await hub.as(owner, 'POST', '/api/groups', {
    name,
    display_name: name,
    priority: 600,
    ...more,
  })
  return body
}

async function state() {
  const { rows } = await hub.db.execute(sql`
    select (select json_agg(g order by id) from groups g) as groups,
      (select json_agg(p order by group_id, permission_key) from group_permissions p) as keys,
      (select count(*)::integer from activities) as told`)
  return rows[0]
}

test('a field that somebody else has changed since the form was opened is refused and named, the rest is not', async () => {
  const group = await made({ color: '#111111', permissions: ['scripts.upload', 'scripts.rate'] })
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
        color: 'Somebody else has changed this in the meantime',
        permissions: 'Somebody else has changed this in the meantime',
      },
    },
  })
  expect(await state()).toEqual(before)

  // What both want alike, and what only one has touched, is no conflict.
  const alike = { color: '#222222', description: 'Mine', expected }
  expect(await edit(owner, group.id, alike)).toMatchObject({ status: 200, body: { description: 'Mine' } })
})

test('of two who change one field of a group from the same form one is told so', async () => {
  for (let round = 0; round < 5; round++) {
    const group = await made()
    const expected = { color: group.color }

    const answers = await Promise.all([
      edit(owner, group.id, { color: '#aaaaaa', expected }),
      edit(owner, group.id, { color: '#bbbbbb', expected }),
    ])

    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect((await hub.as(owner, 'GET', `/api/groups/${group.id}`)).body.color).toBe(won?.body.color)
  }
})
