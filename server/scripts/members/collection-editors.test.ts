import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { after as later, day } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { createTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date()
const app = await startTestApp({ clock: { now: () => time } })
const owner = await app.createUser()
const script = await insertTestScript(app, { author: owner, name: 'Garage' })

async function create(visibility = 'private', title = 'Roleplay'): Promise<number> {
  const { body } = await app.request(owner, 'POST', '/api/collections', { title, visibility })
  return Number(body.id)
}

const invite = (user: TestUser | null, id: number, username: string) =>
  app.request(user, 'POST', `/api/collections/${id}/invitations`, { username })
const editorsOf = (user: TestUser | null, id: number) =>
  app.request(user, 'GET', `/api/collections/${id}/editors`)
const remove = (user: TestUser | null, id: number, { id: userId }: { id: number }) =>
  app.request(user, 'DELETE', `/api/collections/${id}/editors/${userId}`)
const invitationsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/invitations')).body.invitations
const answer = (user: TestUser | null, id: number, how: 'accept' | 'decline') =>
  app.request(user, 'POST', `/api/invitations/${id}/${how}`)
const withdraw = (user: TestUser | null, id: number) => app.request(user, 'DELETE', `/api/invitations/${id}`)
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text, path }: { text: string; path: string }) => `${text} ${path}`)
}

async function join(id: number, user: TestUser): Promise<void> {
  expect((await invite(owner, id, user.username)).status).toBe(200)
  const [invitation] = await invitationsOf(user)
  expect((await answer(user, invitation.id, 'accept')).status).toBe(200)
}

async function stateOf(id: number) {
  const { body } = await app.request(owner, 'GET', `/api/collections/${id}`)
  const editors = await editorsOf(owner, id)
  return { collection: body, editors: editors.body }
}

describe('an invitation is rejected', () => {
  test('of anyone but the owner of a collection that others may see', async () => {
    const [id, other] = [await create(), await app.createUser()]
    const editor = await app.createUser()
    await join(id, editor)
    await app.request(owner, 'PUT', `/api/account/saved-scripts/${script}`)
    const own = (await app.request(owner, 'GET', '/api/account/collections')).body.collections
    const saved = own.find(({ isSaved }: { isSaved: boolean }) => isSaved)

    expect((await invite(null, id, other.username)).status).toBe(401)
    expect((await invite(other, id, other.username)).status).toBe(404)
    expect((await invite(await app.createOwner(), id, other.username)).status).toBe(404)
    expect((await invite(editor, id, other.username)).status).toBe(403)
    expect((await invite(owner, saved.id, other.username)).status).toBe(409)

    expect(await invitationsOf(other)).toEqual([])
  })

  test('of the owner, of editors, of teams, of users who are banned or not known, and twice', async () => {
    const [id, editor, banned, asked] = [
      await create(),
      await app.createUser(),
      await app.createUser(),
      await app.createUser(),
    ]
    await join(id, editor)
    const team = await createTeam(app, owner)
    await app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${banned.id}, 'spam', true, 'owner', -2)`)
    expect((await invite(owner, id, asked.username)).status).toBe(200)

    for (const [username, status, text] of [
      ['', 400, 'Username is required'],
      ['unknown-user', 400, 'There is no user with this name'],
      [team.username, 400, 'A team cannot edit a collection. Invite its members'],
      [owner.username, 400, 'You own this collection already'],
      [banned.username, 400, 'This user cannot be invited'],
      [editor.username, 409, `${editor.username} is already an editor of this collection`],
      [asked.username, 409, `${asked.username} has not answered an earlier invitation. Withdraw it first`],
    ] as const) {
      const response = await invite(owner, id, username)
      expect(response.status).toBe(status)
      expect(JSON.stringify(response.body)).toContain(text)
    }
    expect((await stateOf(id)).editors).toMatchObject({
      editors: [{ id: editor.id }],
      invitations: [{ user: { id: asked.id } }],
    })
  })

  test('beyond 20 editors and open invitations', async () => {
    const id = await create()
    const users = await Promise.all(Array.from({ length: 21 }, () => app.createUser()))
    await app.db.execute(sql`
      insert into collection_editors (collection_id, user_id, since)
      select ${id}, id, now() from users where id in ${users.slice(0, 19).map((user) => user.id)}`)
    expect((await invite(owner, id, users[19]?.username ?? '')).status).toBe(200)

    expect((await invite(owner, id, users[20]?.username ?? '')).body).toMatchObject({
      error: 'A collection can have 20 editors and open invitations at most',
    })
  })
})

test('an invitation is answered by its user alone, once, and until it expires', async () => {
  const id = await create()
  const [user, other] = [await app.createUser(), await app.createUser()]
  await invite(owner, id, user.username)
  const [invitation] = await invitationsOf(user)
  expect(invitation).toMatchObject({
    kind: 'editor',
    role: null,
    script: null,
    collection: { id, title: 'Roleplay' },
    invitedBy: owner.username,
  })

  for (const stranger of [other, owner])
    expect((await answer(stranger, invitation.id, 'accept')).status).toBe(404)
  expect((await answer(null, invitation.id, 'accept')).status).toBe(401)
  for (const stranger of [other, user]) expect((await withdraw(stranger, invitation.id)).status).toBe(404)
  // Who is invited sees a private collection when they accepted.
  expect((await app.request(user, 'GET', `/api/collections/${id}`)).status).toBe(404)
  expect((await stateOf(id)).editors).toMatchObject({ editors: [], invitations: [{ id: invitation.id }] })

  const answers = await Promise.all([1, 2].map(() => answer(user, invitation.id, 'accept')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await stateOf(id)).editors).toMatchObject({ editors: [{ id: user.id }], invitations: [] })
  expect(await newsOf(user)).toContain(
    `${owner.username} invited you to edit the collection Roleplay. /invitations`,
  )
  expect(await newsOf(owner)).toContain(
    `${user.username} edits the collection Roleplay with you now. /collections/${id}/edit`,
  )

  await invite(owner, id, other.username)
  const [late] = await invitationsOf(other)
  time = later(time, 14 * day)
  const again = await app.signIn(other)
  expect((await answer(again, late.id, 'accept')).body).toMatchObject({
    error: 'This invitation has expired',
  })
})

test('a user who declined is not asked again at once, and a withdrawn invitation cannot be accepted', async () => {
  const id = await create()
  const [user, other] = [await app.createUser(), await app.createUser()]
  await invite(owner, id, user.username)
  await invite(owner, id, other.username)
  const [declined] = await invitationsOf(user)
  const [withdrawn] = await invitationsOf(other)

  expect((await answer(user, declined.id, 'decline')).status).toBe(200)
  expect((await withdraw(owner, withdrawn.id)).status).toBe(200)

  expect((await invite(owner, id, user.username)).status).toBe(409)
  expect((await answer(other, withdrawn.id, 'accept')).status).toBe(409)
  expect((await stateOf(id)).editors).toEqual({ isOwner: true, editors: [], invitations: [] })
  expect(await newsOf(owner)).toContain(
    `${user.username} declined your invitation to the collection Roleplay. /collections/${id}/edit`,
  )
  expect((await invite(owner, id, other.username)).status).toBe(200)
})

describe('what an editor may do', () => {
  const draft = { title: 'Renamed', text: 'New.', visibility: 'private' }
  /** Handwritten. What is not listed here is not the editor's. */
  const calls: { call: string; body?: Record<string, unknown>; editor: number; stranger: number }[] = [
    { call: 'GET /api/collections/ID', editor: 200, stranger: 404 },
    { call: 'GET /api/collections/ID/install', editor: 200, stranger: 404 },
    { call: 'GET /api/collections/ID/files', editor: 200, stranger: 404 },
    { call: 'GET /api/collections/ID/editors', editor: 200, stranger: 404 },
    { call: 'PUT /api/collections/ID', body: draft, editor: 200, stranger: 404 },
    { call: 'PUT /api/collections/ID', body: { ...draft, visibility: 'public' }, editor: 403, stranger: 404 },
    { call: 'PUT /api/collections/ID', body: { ...draft, visibility: 'link' }, editor: 403, stranger: 404 },
    {
      call: 'PUT /api/collections/ID/entries',
      body: { entries: [{ scriptId: script }] },
      editor: 200,
      stranger: 404,
    },
    { call: `PUT /api/collections/ID/scripts/${script}`, body: {}, editor: 200, stranger: 404 },
    { call: `DELETE /api/collections/ID/scripts/${script}`, editor: 200, stranger: 404 },
    { call: 'POST /api/collections/ID/invitations', body: { username: 'x' }, editor: 403, stranger: 404 },
    { call: `DELETE /api/collections/ID/editors/${owner.id}`, editor: 403, stranger: 404 },
    { call: 'DELETE /api/collections/ID', editor: 403, stranger: 404 },
  ]

  test.each(calls)('$call', async ({ call, body, editor: status, stranger }) => {
    const id = await create()
    const [editor, former, other] = [await app.createUser(), await app.createUser(), await app.createUser()]
    await join(id, editor)
    await join(id, former)
    expect((await remove(owner, id, former)).status).toBe(200)
    const before = await stateOf(id)
    const [method = '', path = ''] = call.replace('ID', String(id)).split(' ')

    for (const user of [other, former])
      expect((await app.request(user, method, path, body)).status).toBe(stranger)
    expect([401, 404]).toContain((await app.request(null, method, path, body)).status)
    expect(await stateOf(id)).toEqual(before)

    expect((await app.request(editor, method, path, body)).status).toBe(status)
    const after = status === 200 ? before : await stateOf(id)
    expect(after).toEqual(before)
  })

  test('the collection is among theirs, also for adding a script, and not for a token of chosen scripts', async () => {
    const id = await create()
    const editor = await app.createUser()
    await join(id, editor)
    await app.request(editor, 'PUT', `/api/collections/${id}/scripts/${script}`, {})
    const own = async (query = '') =>
      (await app.request(editor, 'GET', `/api/account/collections${query}`)).body.collections

    expect(await own(`?script=${script}`)).toMatchObject([
      { id, hasScript: true, owner: { username: owner.username } },
    ])
    const chosen = [await insertTestScript(app, { author: editor })]
    const token = { name: 'Tool', scopes: ['read'], scripts: chosen, days: 30 }
    const { body } = await app.request(editor, 'POST', '/api/account/tokens', token)
    expect((await app.request(body, 'GET', `/api/collections/${id}`)).status).toBe(404)

    expect((await remove(editor, id, editor)).status).toBe(200)
    expect(await own()).toEqual([])
    expect(await newsOf(owner)).toContain(
      `${editor.username} left the collection Roleplay. /collections/${id}/edit`,
    )
  })

  test('everyone sees who edits a public one, and who is removed reads why', async () => {
    const id = await create('public', 'Town')
    const editor = await app.createUser()
    await join(id, editor)
    const editors = async () => (await app.request(null, 'GET', `/api/collections/${id}`)).body.editors
    expect(await editors()).toEqual([{ id: editor.id, username: editor.username }])

    await remove(owner, id, editor)

    expect(await editors()).toEqual([])
    expect(await newsOf(editor)).toContain(
      `${owner.username} removed you from the collection Town. /collections/mine`,
    )
  })

  test('one that a moderator hid cannot be changed, and can be left', async () => {
    const id = await create('public')
    const editor = await app.createUser()
    await join(id, editor)
    await app.db.execute(
      sql`update collections set removed_at = now(), removal_reason = 'Spam' where id = ${id}`,
    )
    app.app.cache.clear()

    expect((await app.request(editor, 'PUT', `/api/collections/${id}`, draft)).status).toBe(409)
    expect((await invite(owner, id, 'x')).status).toBe(409)
    expect((await app.request(editor, 'GET', `/api/collections/${id}`)).status).toBe(200)
    expect((await remove(editor, id, editor)).status).toBe(200)
    expect((await app.request(editor, 'GET', `/api/collections/${id}`)).status).toBe(404)
  })
})
