import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { listScriptChanges } from '#server/records/records.public.ts'
import { casesOf } from '#test-support/cases.ts'
import { joinScript } from '#test-support/members.ts'
import { rowsRead } from '#test-support/rows-read.ts'
import { editForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { createTeam, giveToTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')

const historyOf = (user: TestUser | null, id: number, query = '') =>
  app.request(user, 'GET', `/api/scripts/${id}/history${query}`)

test('only the authors of a script read its history, as long as they are authors', async () => {
  const id = await insertTestScript(app, { author: owner })
  const member = await app.createUser()
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  expect((await historyOf(null, id)).status).toBe(401)
  expect((await historyOf(moderator, id)).status).toBe(403)
  expect((await historyOf(member, id)).body.error).toBe('Only the authors can see the history of a script')

  await joinScript(app, { id, owner, user: member, role: 'contributor' })
  expect((await historyOf(member, id)).status).toBe(200)
  await app.request(owner, 'DELETE', `/api/scripts/${id}/members/${member.id}`)
  expect((await historyOf(member, id)).status).toBe(403)
})

test('the history names who changed what, newest first and in pages', async () => {
  const id = await insertTestScript(app, { author: owner, name: 'Garage' })
  const member = await app.createUser()
  await joinScript(app, { id, owner, user: member, role: 'maintainer' })
  await app.request(member, 'PUT', `/api/scripts/${id}`, editForm({ name: 'Garages' }))

  const { body } = await historyOf(owner, id)
  expect(body.entries.map(({ action, by }: { action: string; by: string }) => `${action} by ${by}`)).toEqual([
    `Script Updated by ${member.username}`,
    `Member Joined by ${member.username}`,
    `Member Invited by ${owner.username}`,
  ])
  expect(body.entries[0]).toMatchObject({
    text: `${member.username} changed Garages`,
    changed: ['name'],
    isByModerator: false,
  })
  const { body: last } = await historyOf(owner, id, '?page=3&limit=1')
  expect(last.entries).toEqual([body.entries[2]])
  expect(last.pagination).toMatchObject({ total: 3, totalPages: 3 })
})

test('the history of a script with 10,000 likes reads about as many rows as that of another one', async () => {
  const [small, popular] = [
    await insertTestScript(app, { author: owner }),
    await insertTestScript(app, { author: owner }),
  ]
  for (const id of [small, popular])
    await app.request(owner, 'PUT', `/api/scripts/${id}`, editForm({ name: `Garage ${id}` }))
  await app.db.execute(sql`
    insert into activities (type, action, user_id, target_id, target_type)
    select 'script', action, ${owner.id}, target, 'script' from generate_series(1, 10000) n, lateral (
      values ('Script Liked', ${popular}::int), ('Script Updated', 100000 + n)) each (action, target)`)
  await app.db.execute(sql`vacuum analyze activities`)
  const rowsOf = (id: number) => rowsRead(app.db, (tx) => listScriptChanges(tx, id, { page: 1, limit: 20 }))

  await rowsOf(small)
  // An analysis of one of them may have written a row meanwhile.
  expect(await rowsOf(popular)).toBeLessThan((await rowsOf(small)) + 10)
  expect((await historyOf(owner, popular)).body.entries).toMatchObject([{ action: 'Script Updated' }])
})

test('acts of moderators have no names and notes, and reports and claims of others are not listed', async () => {
  const id = await insertTestScript(app, { author: owner })
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const visitor = await app.createUser()
  expect((await casesOf(app).report(visitor, { scriptId: id })).status).toBe(201)
  const claim = { type: 'script', action: 'Script Updated', target_type: 'script', target_id: id }
  expect((await app.request(visitor, 'POST', '/api/activities', claim)).status).toBe(201)
  const removal = { reason: 'other', note: 'A note among moderators' }
  expect((await app.request(moderator, 'POST', `/api/scripts/${id}/removal`, removal)).status).toBe(201)

  const { body } = await historyOf(owner, id)
  expect(body.entries).toMatchObject([
    { action: 'Script Removed', by: null, isByModerator: true, text: '', changed: [] },
  ])
  const text = JSON.stringify(body)
  for (const secret of [moderator.username, visitor.username, 'A note among'])
    expect(text).not.toContain(secret)
})

test('a script that a team took over says so', async () => {
  const id = await insertTestScript(app, { author: owner, name: 'Garage' })
  const team = await createTeam(app, owner)
  await giveToTeam(app, id, { owner, team, accepts: owner })

  const { body } = await historyOf(owner, id)
  expect(body.entries[0]).toMatchObject({
    action: 'Script Transferred',
    by: owner.username,
    text: `${team.username} took over Garage from ${owner.username}`,
  })
})
