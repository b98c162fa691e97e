import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { announceCollection } from '#server/scripts/scripts.public.ts'
import { runQueued } from '#test-support/analyses.ts'
import { dispatchAll, emit } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
const { db } = app

const follow = (user: TestUser, kind: string, id: number) =>
  app.request(user, 'PUT', `/api/follows/${kind}/${id}`, {})
const saveSearch = (user: TestUser, search: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/saved-searches', { name: 'Mine', ...search })
const newsOf = async (user: TestUser) => {
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

async function createScript(author: TestUser, name: string): Promise<number> {
  const id = await insertTestScript(app, { author, name, tags: ['car'] })
  await db.execute(sql`update scripts set attributes = '{report:none}' where id = ${id}`)
  return id
}

/** Half an hour after the one before. Runs until nothing waits. */
async function publish(scriptId: number, number: string, { id: actorId, username: author }: TestUser) {
  time = after(time, 30 * minute)
  const { rows } = await db.execute<{ id: number; script: string }>(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    values (${scriptId}, ${number}, 'a.zip', 'zip', 1, ${'b'.repeat(64)}, 1, 1, ${time.toISOString()})
    returning id, (select name from scripts where id = ${scriptId}) as script`)
  const { id: versionId = 0, script = '' } = rows[0] ?? {}
  await emit(app, {
    kind: 'version-published',
    actorId,
    scriptId,
    versionId,
    data: { script, number, author },
  })
  await dispatchAll(app)
  return versionId
}

/** Members with follows or searches, as a statement of their own. */
const addUsers = async (prefix: string, users: number) => {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into users (username, username_key, email, email_key)
    select name, name, name || '@crowd.example', name || '@crowd.example'
    from (select ${prefix}::text || n as name from generate_series(1, ${users}::int) n) numbered returning id`)
  return rows.map(({ id }) => id)
}
const toldOf = async (prefix: string) =>
  (
    await db.execute(sql`
      select count(*)::int as notifications, count(distinct n.user_id)::int as users
      from notifications n join users u on u.id = n.user_id where u.username like ${`${prefix}%`}`)
  ).rows[0]

test('two members who follow each other read about the other one, once, and it ends', async () => {
  const [ada, bob] = [await app.createUser(), await app.createUser()]
  const [adas, bobs] = [await createScript(ada, 'Garage'), await createScript(bob, 'Shop')]
  for (const [user, other, script] of [
    [ada, bob, bobs],
    [bob, ada, adas],
  ] as const) {
    await follow(user, 'author', other.id)
    await follow(user, 'script', script)
    await saveSearch(user, { tag: 'car' })
  }

  await publish(adas, '1.1.0', ada)
  await publish(bobs, '2.0.0', bob)

  expect(await newsOf(ada)).toEqual([`${bob.username} published Shop 2.0.0.`])
  expect(await newsOf(bob)).toEqual([`${ada.username} published Garage 1.1.0.`])
  const { rows } = await db.execute(sql`select count(*)::int as events from events`)
  expect(await dispatchAll(app)).toBe(0)
  expect((await db.execute(sql`select count(*)::int as events from events`)).rows).toEqual(rows)
})

test('authors are not notified of versions of their own script, however they follow it', async () => {
  const [owner, maintainer, follower] = [
    await app.createUser(),
    await app.createUser(),
    await app.createUser(),
  ]
  const id = await createScript(owner, 'Garage')
  expect((await follow(owner, 'script', id)).status).toBe(409)
  expect((await follow(owner, 'author', owner.id)).status).toBe(409)
  await saveSearch(owner, { q: 'garage' })
  await follow(follower, 'author', owner.id)
  await follow(maintainer, 'script', id)
  await follow(maintainer, 'author', owner.id)
  await saveSearch(maintainer, { tag: 'car' })
  await db.execute(sql`
    insert into script_members (script_id, user_id, role, since) values (${id}, ${maintainer.id}, 'maintainer', now())`)

  await publish(id, '1.1.0', maintainer)

  expect(await newsOf(owner)).toEqual([])
  expect(await newsOf(maintainer)).toEqual([])
  expect(await newsOf(follower)).toEqual([`${maintainer.username} published Garage 1.1.0.`])
})

test('a co-author who withdraws a version is not notified of it, the other one who follows is', async () => {
  const [owner, first, second] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const id = await createScript(owner, 'Garage')
  for (const user of [first, second]) {
    await follow(user, 'script', id)
    await db.execute(sql`
      insert into script_members (script_id, user_id, role, since) values (${id}, ${user.id}, 'maintainer', now())`)
  }
  const versionId = await publish(id, '1.1.0', owner)
  for (const user of [first, second])
    await db.execute(sql`
      insert into script_downloads (script_id, user_id, version_id, counted_at, linked_at)
      values (${id}, ${user.id}, ${versionId}, ${time.toISOString()}, ${time.toISOString()})`)
  await db.execute(sql`update script_versions set withdrawn_at = now() where id = ${versionId}`)
  const data = { script: 'Garage', number: '1.1.0', reason: 'A backdoor.', replacement: '1.0.0' }
  await emit(app, { kind: 'version-recalled', actorId: first.id, scriptId: id, versionId, data })
  await dispatchAll(app)

  expect(await newsOf(first)).toEqual([])
  expect(await newsOf(second)).toHaveLength(1)
})

test('a collection tells its followers, but not the members who edit it', async () => {
  const [owner, editor, follower] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const script = await createScript(await app.createUser(), 'Garage')
  const { body } = await app.request(owner, 'POST', '/api/collections', {
    title: 'Roleplay',
    visibility: 'public',
  })
  const id = Number(body.id)
  expect((await follow(owner, 'collection', id)).status).toBe(409)
  for (const user of [editor, follower]) await follow(user, 'collection', id)
  await db.execute(sql`
    insert into collection_editors (collection_id, user_id, since) values (${id}, ${editor.id}, now())`)

  expect((await app.request(editor, 'PUT', `/api/collections/${id}/scripts/${script}`, {})).status).toBe(200)
  time = after(time, 11 * minute)
  await runQueued(app, announceCollection)
  await dispatchAll(app)

  expect([await newsOf(owner), await newsOf(editor)]).toEqual([[], []])
  expect(await newsOf(follower)).toHaveLength(1)
})

test('a new owner who followed the script before does not end a batch of its followers', async () => {
  const owner = await app.createUser()
  const id = await createScript(await app.createUser(), 'Garage')
  await follow(owner, 'script', id)
  const ids = await addUsers('early', 1500)
  await db.execute(sql`
    insert into follows (user_id, script_id, created_at)
    select id, ${id}, ${time.toISOString()} from unnest(${sql.param(ids)}::int[]) id`)
  await db.execute(sql`update scripts set user_id = ${owner.id} where id = ${id}`)

  await publish(id, '1.1.0', owner)

  expect(await toldOf('early')).toEqual({ notifications: 1500, users: 1500 })
  expect(await newsOf(owner)).toEqual([])
})

test('members with several searches that match are notified once, and all of them', async () => {
  const owner = await app.createUser()
  const id = await createScript(owner, 'Garage')
  await saveSearch(owner, { q: 'garage' })
  const ids = await addUsers('searcher', 1500)
  await db.execute(sql`
    insert into saved_searches (user_id, name, tag, created_at)
    select id, 'Cars', 'car', ${time.toISOString()} from unnest(${sql.param(ids)}::int[]) id, generate_series(1, 3)`)

  await publish(id, '1.1.0', owner)

  expect(await toldOf('searcher')).toEqual({ notifications: 1500, users: 1500 })
  expect(await newsOf(owner)).toEqual([])
})
