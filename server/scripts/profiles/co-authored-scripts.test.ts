import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { joinScript } from '#test-support/members.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { rowsRead } from '#test-support/rows-read.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'
import { selectMemberships } from '#server/scripts/authors.queries.ts'
import { noExtraFilters } from '#server/scripts/script-lists/filters.ts'
import {
  selectCoAuthoredCount,
  selectFilteredIds,
  selectSortedIdsOfAuthor,
} from '#server/scripts/script-lists/lists.queries.ts'

const app = await startTestApp()

const all = { categoryId: undefined, status: undefined }

const namesOf = (scripts: { name: string }[]) => scripts.map(({ name }) => name)

async function profileOf({ username }: TestUser, query = '') {
  const { body } = await app.request(null, 'GET', `/api/users/profile/${username}${query}`)
  return { coAuthored: body.coAuthored, names: namesOf(body.scripts.scripts), ...body.scripts.pagination }
}

const coAuthoredBy = (user: TestUser, query = '') => profileOf(user, `?list=co-authored${query}`)

async function searchOf({ username }: TestUser) {
  const { body } = await app.request(null, 'GET', `/api/scripts?author=${username}`)
  return { names: namesOf(body.scripts), total: body.pagination.total }
}

test('an unknown list is rejected', async () => {
  const { username } = await app.createUser()

  expect(await app.request(null, 'GET', `/api/users/profile/${username}?list=all`)).toMatchObject({
    status: 400,
    body: { fields: { list: 'List must be owned or co-authored' } },
  })
})

test('scripts of others are listed apart from the first moment of a membership to its last', async () => {
  const [owner, member] = [await app.createUser(), await app.createUser()]
  await insertTestScript(app, { author: member, name: 'Own' })
  const id = await insertTestScript(app, { author: owner, name: 'Shared' })
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 0, names: [], total: 0 })
  expect(await searchOf(member)).toEqual({ names: ['Own'], total: 1 })

  await joinScript(app, { id, owner, user: member, role: 'contributor' })
  expect(await profileOf(member)).toMatchObject({ coAuthored: 1, names: ['Own'], total: 1 })
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 1, names: ['Shared'], total: 1 })
  expect(await coAuthoredBy(owner)).toMatchObject({ coAuthored: 0, names: [] })
  expect(await searchOf(member)).toEqual({ names: ['Shared', 'Own'], total: 2 })

  await app.request(owner, 'DELETE', `/api/scripts/${id}/members/${member.id}`)
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 0, names: [] })
  expect(await searchOf(member)).toEqual({ names: ['Own'], total: 1 })
})

test('scripts of a team are those of its members, and once for a member who is a co-author too', async () => {
  const [owner, member] = [await app.createUser('scripts.upload'), await app.createUser()]
  const team = await createTeam(app, owner)
  await joinTeam(app, { id: team.id, owner, user: member, role: 'contributor' })
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 0, names: [] })

  const id = await insertTestScript(app, { author: owner, name: 'Garage' })
  await joinScript(app, { id, owner, user: member, role: 'contributor' })
  await giveToTeam(app, id, { owner, team, accepts: owner })
  for (const user of [owner, member])
    expect(await coAuthoredBy(user)).toMatchObject({ coAuthored: 1, names: ['Garage'], total: 1 })
  expect(await profileOf(owner)).toMatchObject({ names: [], total: 0 })
  const { body } = await app.request(null, 'GET', `/api/team-pages/${team.username}`)
  expect(namesOf(body.scripts.scripts)).toEqual(['Garage'])

  await app.request(member, 'DELETE', `/api/scripts/${id}/members/${member.id}`)
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 1, names: ['Garage'] })
  await app.request(member, 'DELETE', `/api/teams/${team.id}/members/${member.id}`)
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 0, names: [] })
})

test('they are sorted and paged as owned ones, without those that are not public', async () => {
  const [owner, member] = [await app.createUser(), await app.createUser()]
  const drafts = [
    { name: 'A', downloads: 3 },
    { name: 'B', downloads: 9 },
    { name: 'C', downloads: 1 },
  ]
  const ids: number[] = []
  for (const draft of drafts) ids.push(await insertTestScript(app, { author: owner, ...draft }))
  ids.push(await insertTestScript(app, { author: owner, name: 'Waiting', publication: 'review' }))
  for (const id of ids) await joinScript(app, { id, owner, user: member, role: 'maintainer' })

  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 3, names: ['C', 'B', 'A'] })
  expect(await coAuthoredBy(member, '&sort=downloads')).toMatchObject({ names: ['B', 'A', 'C'] })
  expect(await coAuthoredBy(member, '&sort=downloads&limit=2&page=2')).toMatchObject({
    names: ['C'],
    page: 2,
    total: 3,
    totalPages: 2,
  })

  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const removal = { reason: 'spam', note: 'It breaks the rules.' }
  const removed = await app.request(moderator, 'POST', `/api/scripts/${ids[1]}/removal`, removal)
  expect(removed.status).toBe(201)
  expect(await coAuthoredBy(member)).toMatchObject({ coAuthored: 2, names: ['C', 'A'] })
  expect(await searchOf(member)).toEqual({ names: ['C', 'A'], total: 2 })
})

test('the lists read the scripts of the memberships, not all scripts', async () => {
  const [owner, member] = [await app.createUser(), await app.createUser()]
  const id = await insertTestScript(app, { author: owner, name: 'Shared' })
  await joinScript(app, { id, owner, user: member, role: 'contributor' })
  const addScripts = async (count: number) => {
    await app.db.execute(sql`
      insert into scripts (name, user_id, category_id, status, file_size)
      select 'generated ' || n, ${owner.id}, (select min(id) from categories), 'Readable', 1
      from generate_series(1, ${count}::int) n`)
    await app.db.execute(sql`analyze scripts`)
  }
  const read = () =>
    rowsRead(app.db, async (tx) => {
      const part = { limit: 12, offset: 0 }
      const memberships = await selectMemberships(tx, member.id)
      const count = await selectCoAuthoredCount(tx, member.id, memberships)
      const listed = await selectSortedIdsOfAuthor(tx, member.id, { sort: 'views', ...part }, memberships)
      const filters = { ...noExtraFilters, author: { userId: member.id, ...memberships } }
      const filtered = await selectFilteredIds(tx, all, filters, { sort: 'newest', fromEnd: false, ...part })
      expect([count, listed, filtered]).toEqual([1, [id], [id]])
    })
  await addScripts(1000)
  const few = await read()
  await addScripts(10_000)

  expect(await read()).toBeLessThanOrEqual(few + 5)
})
