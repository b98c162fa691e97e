import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { handOverScripts, reindexScripts } from '#server/scripts/scripts.public.ts'
import { runJob, runQueued } from '#test-support/analyses.ts'
import { dispatchAll } from '#test-support/events.ts'
import { joinScript } from '#test-support/members.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')

/** In each test, because sessions of moderators do not last as long as an invitation. */
const createModerator = () => app.createUser('admin.system.access', 'admin.scripts.moderate')

const create = (name = 'Garage') => insertTestScript(app, { author: owner, name })

const offer = (user: TestUser, id: number, { username }: TestUser) =>
  app.request(user, 'POST', `/api/scripts/${id}/transfer`, { username })
const membersOf = async (id: number, user: TestUser = owner) =>
  (await app.request(user, 'GET', `/api/scripts/${id}/members`)).body
const invitationsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/invitations')).body.invitations
const answer = (user: TestUser | null, id: number, how: 'accept' | 'decline') =>
  app.request(user, 'POST', `/api/invitations/${id}/${how}`)
const remove = (user: TestUser, id: number, { id: userId }: { id: number }) =>
  app.request(user, 'DELETE', `/api/scripts/${id}/members/${userId}`)
const join = (id: number, user: TestUser, role: 'maintainer' | 'contributor' = 'maintainer') =>
  joinScript(app, { id, owner, user, role })
const historyOf = async (id: number) => {
  const { rows } = await app.db.execute<{ action: string; description: string }>(sql`
    select action, description from activities where target_type = 'script' and target_id = ${id} order by id`)
  return rows.map(({ description }) => description)
}
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

test('members are changed and removed by the owner, and leave by themselves; the owner stays', async () => {
  const id = await create()
  const [first, second] = [await app.createUser(), await app.createUser()]
  const moderator = await createModerator()
  await join(id, first)
  await join(id, second, 'contributor')
  const change = (user: TestUser, member: { id: number }, role = 'contributor') =>
    app.request(user, 'PUT', `/api/scripts/${id}/members/${member.id}`, { role })

  expect((await change(first, second)).status).toBe(403)
  expect((await change(owner, owner)).status).toBe(409)
  expect((await change(owner, moderator)).status).toBe(404)
  expect((await remove(first, id, second)).status).toBe(403)
  expect((await remove(moderator, id, second)).status).toBe(403)
  expect((await remove(moderator, id, moderator)).status).toBe(403)
  expect((await remove(owner, id, moderator)).status).toBe(404)
  expect(await remove(owner, id, owner)).toMatchObject({
    status: 409,
    body: { error: 'You own this script. Transfer it to another user before you leave' },
  })
  expect((await membersOf(id)).members).toHaveLength(3)

  expect((await change(owner, first)).body.members).toMatchObject([
    { role: 'owner' },
    { id: first.id, role: 'contributor' },
    { id: second.id, role: 'contributor' },
  ])
  expect((await remove(second, id, second)).status).toBe(200)
  await dispatchAll(app)
  expect((await remove(owner, id, first)).status).toBe(200)

  expect((await membersOf(id)).members).toHaveLength(1)
  expect((await app.request(first, 'GET', `/api/scripts/${id}/members`)).status).toBe(403)
  expect(await newsOf(first)).toEqual([
    `${owner.username} removed you from Garage.`,
    `${second.username} left Garage.`,
    `${owner.username} made ${first.username} a contributor of Garage.`,
    `${second.username} joined Garage as a contributor.`,
    `${owner.username} invited you to Garage as a maintainer.`,
  ])
  expect(await historyOf(id)).toEqual([
    `${owner.username} invited ${first.username} to Garage`,
    `${first.username} joined Garage`,
    `${owner.username} invited ${second.username} to Garage`,
    `${second.username} joined Garage`,
    `${owner.username} changed the role of ${first.username} in Garage`,
    `${second.username} left Garage`,
    `${owner.username} removed ${first.username} from Garage`,
  ])
})

test('a script is owned by the user who accepts its transfer; the former owner is a maintainer', async () => {
  const id = await insertTestScript(app, { author: owner, name: 'Harbour', downloads: 7 })
  const [user, other] = [await app.createUser(), await app.createUser()]
  await join(id, user, 'contributor')
  const countsOf = async ({ id: userId }: TestUser) => {
    const { rows } = await app.db.execute(
      sql`select scripts_uploaded, total_downloads from users where id = ${userId}`,
    )
    return rows[0]
  }
  const before = await countsOf(owner)

  expect((await offer(owner, id, owner)).body.fields).toEqual({ username: 'You own this script already' })
  expect((await offer(owner, id, user)).status).toBe(200)
  expect(await offer(owner, id, other)).toMatchObject({
    status: 409,
    body: { error: `This script is already offered to ${user.username}. Withdraw that offer first` },
  })
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${id}`)
  const [own] = await invitationsOf(user)
  expect((await answer(user, own.id, 'accept')).status).toBe(409)
  await app.db.execute(sql`update scripts set publication = 'published' where id = ${id}`)
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body).toMatchObject({ userId: owner.id })

  expect((await answer(user, own.id, 'accept')).status).toBe(200)

  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body).toMatchObject({
    userId: user.id,
    author: user.username,
    coAuthors: [{ id: owner.id, username: owner.username, role: 'maintainer' }],
  })
  expect(await countsOf(user)).toEqual({ scripts_uploaded: 1, total_downloads: 7 })
  expect(before).toMatchObject({ total_downloads: 7 })
  expect(await countsOf(owner)).toMatchObject({ total_downloads: 0 })
  await runQueued(app, reindexScripts)
  const { body: found } = await app.request(null, 'GET', `/api/scripts?q=${user.username}`)
  expect(found.scripts).toMatchObject([{ id }])
  expect(await newsOf(owner)).toContain(`${user.username} owns Harbour now.`)
  expect((await remove(owner, id, owner)).status).toBe(200)
  expect((await app.request(owner, 'DELETE', `/api/scripts/${id}`)).status).toBe(403)
  expect((await app.request(user, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
})

test('a script of a deleted account is owned by its first maintainer; without one it stays', async () => {
  const gone = await app.createUser()
  const [kept, handed] = [
    await insertTestScript(app, { author: gone, name: 'Kept' }),
    await insertTestScript(app, { author: gone, name: 'Handed', downloads: 3 }),
  ]
  const [contributor, first, second] = await Promise.all([1, 2, 3].map(() => app.createUser()))
  if (!contributor || !first || !second) throw new Error('No users')
  for (const id of [kept, handed])
    await joinScript(app, { id, owner: gone, user: contributor, role: 'contributor' })
  for (const user of [first, second])
    await joinScript(app, { id: handed, owner: gone, user, role: 'maintainer' })
  const ownerOf = async (id: number) => (await app.request(null, 'GET', `/api/scripts/${id}`)).body.userId

  for (const _ of [1, 2]) await runJob(app, handOverScripts, { userId: gone.id })

  expect(await ownerOf(kept)).toBe(gone.id)
  expect(await ownerOf(handed)).toBe(first.id)
  expect((await membersOf(handed, first)).members).toMatchObject([
    { id: first.id, role: 'owner' },
    { id: contributor.id },
    { id: second.id, role: 'maintainer' },
  ])
  expect(await newsOf(first)).toContain(`${first.username} owns Handed now.`)
})
