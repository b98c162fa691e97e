import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { after, hour } from '#platform/clock.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const path = '/api/users/admin/bulk-acts'

let moderators = 0
async function createModerator(priority: number, ...more: Permission[]): Promise<TestUser> {
  const user = await app.createUser()
  const keys: Permission[] = ['admin.system.access', 'admin.users.ban', ...more]
  await app.joinGroup(user.id, `wardens ${++moderators}`, priority, keys)
  return user
}
const moderator = await createModerator(50)
const [first, second] = [await app.createUser(), await app.createUser()]

const ban = async (by: TestUser, ids: number[], more: object = {}): Promise<number> =>
  (
    await app.request(by, 'POST', '/api/users/admin/bans/bulk', {
      ids,
      reason: 'Spam',
      is_permanent: true,
      ...more,
    })
  ).body.act_id
const list = async (by: TestUser, query = '') => (await app.request(by, 'GET', `${path}${query}`)).body
const undo = (by: TestUser, id: number) => app.request(by, 'POST', `${path}/${id}/undo`)
const problems = async (by: TestUser) =>
  (await list(by)).acts.map(({ undo_problem }: { undo_problem: string | null }) => undo_problem)

const named = ({ id, username }: TestUser) => ({ id, username })

test('bulk acts are listed newest first, with who did what to whom, and pages have at most 100', async () => {
  expect((await app.request(first, 'GET', path)).status).toBe(403)
  expect((await app.request(moderator, 'GET', `${path}?limit=101`)).status).toBe(400)
  const id = await ban(moderator, [first.id, second.id])
  time = after(time, hour)
  const { body: lifted } = await app.request(moderator, 'POST', '/api/users/admin/bans/bulk/lift', {
    ids: [second.id],
  })

  const ofBan = {
    id,
    kind: 'ban',
    by: moderator.username,
    at: '2026-06-15T12:00:00.000Z',
    users: [named(first), named(second)],
    hidden_for: null,
    undone: null,
    undo_problem: null,
  }
  expect(await list(moderator)).toEqual({
    acts: [
      { ...ofBan, id: lifted.act_id, kind: 'lift', at: time.toISOString(), users: [named(second)] },
      ofBan,
    ],
    pagination: expect.objectContaining({ total: 2 }),
  })
  expect((await list(moderator, `?id=${id}`)).acts).toEqual([ofBan])
  expect((await list(moderator, '?limit=1&page=2')).acts).toEqual([ofBan])
})

test('each reader sees why an act cannot be undone, and the undo is rejected with the same reason', async () => {
  await app.db.execute(sql`delete from bulk_acts`)
  const senior = await createModerator(20, 'admin.scripts.moderate')
  const [third] = [await app.createUser()]
  const id = await ban(senior, [third.id], { hide_scripts: 'spam' })
  const expectProblem = async (by: TestUser, problem: string) => {
    expect(await problems(by)).toEqual([problem])
    expect((await undo(by, id)).body.error).toBe(problem)
  }

  await expectProblem(moderator, 'You need permission to hide and restore scripts')
  const peer = await createModerator(50, 'admin.scripts.moderate')
  await expectProblem(peer, 'Cannot undo - the user who did it has higher authority than yours')
  expect(await problems(senior)).toEqual([null])
  time = after(time, 24 * hour)
  await expectProblem(senior, 'This can no longer be undone')
  time = after(time, -hour)
  expect((await undo(senior, id)).status).toBe(200)
  await expectProblem(senior, 'This was already undone')
  expect((await list(senior)).acts[0].undone).toEqual({ at: time.toISOString(), by: senior.username })
})
