import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { removeScriptsOf } from '#server/scripts/scripts.public.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { dispatchAll } from '#test-support/events.ts'
import { joinScript } from '#test-support/members.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createUser('scripts.upload')

/** In each test, because sessions of moderators do not last as long as an invitation. */
const createModerator = () => app.createUser('admin.system.access', 'admin.scripts.moderate')

const create = (name = 'Garage') => insertTestScript(app, { author: owner, name })

const membersOf = async (id: number, user: TestUser = owner) =>
  (await app.request(user, 'GET', `/api/scripts/${id}/members`)).body
const remove = (user: TestUser, id: number, { id: userId }: { id: number }) =>
  app.request(user, 'DELETE', `/api/scripts/${id}/members/${userId}`)
const join = (id: number, user: TestUser, role: 'maintainer' | 'contributor' = 'maintainer') =>
  joinScript(app, { id, owner, user, role })
const newsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}
const ban = ({ id }: TestUser) =>
  app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    values (${id}, 'spam', true, 'owner', -2)`)

const reportOf = (user: TestUser, scriptId: number) =>
  app.request(user, 'POST', '/api/cases', {
    kind: 'report',
    scriptId,
    reason: 'broken',
    text: 'It crashes my whole server.',
  })

describe('what members may do', () => {
  const state = { maintenance: 'archived', basedOn: null }

  test('a maintainer does everything except members and deletion, a contributor changes versions', async () => {
    const id = await create()
    const version = await insertTestVersion(app, id)
    const [maintainer, contributor, other] = await Promise.all([1, 2, 3].map(() => app.createUser()))
    if (!maintainer || !contributor || !other) throw new Error('No users')
    await join(id, maintainer)
    await join(id, contributor, 'contributor')
    const statusOf = async (user: TestUser, method: string, path: string, body?: Record<string, unknown>) =>
      (await app.request(user, method, path, body)).status
    const edit = async (user: TestUser, name: string) => {
      const form = new FormData()
      form.set('name', name)
      return (await app.request(user, 'PUT', `/api/scripts/${id}`, form)).status
    }
    const changelog = { changelog: 'Fixes the doors.' }

    for (const user of [contributor, other]) {
      expect(await edit(user, 'Mine now')).toBe(403)
      expect(await statusOf(user, 'PUT', `/api/scripts/${id}/state`, state)).toBe(403)
      expect(await statusOf(user, 'DELETE', `/api/scripts/${id}`)).toBe(403)
    }
    expect(await statusOf(other, 'PUT', `/api/versions/${version}`, changelog)).toBe(403)
    expect(await statusOf(other, 'GET', `/api/scripts/${id}/statistics`)).toBe(403)
    expect(await statusOf(maintainer, 'DELETE', `/api/scripts/${id}`)).toBe(403)
    expect((await app.request(null, 'GET', `/api/scripts/${id}`)).body).toMatchObject({ name: 'Garage' })

    expect(await edit(maintainer, 'Garage two')).toBe(200)
    expect(await statusOf(maintainer, 'PUT', `/api/scripts/${id}/state`, state)).toBe(200)
    for (const user of [maintainer, contributor]) {
      expect(await statusOf(user, 'GET', `/api/scripts/${id}/statistics`)).toBe(200)
      expect(await statusOf(user, 'PUT', `/api/versions/${version}`, changelog)).toBe(200)
      expect(await statusOf(user, 'PUT', `/api/versions/${version}/works-report`, { outcome: 'works' })).toBe(
        403,
      )
      const { body } = await app.request(user, 'GET', '/api/scripts/my-scripts')
      expect(body.scripts).toMatchObject([{ id }])
    }
    expect(await newsOf(owner)).toContain(
      `${maintainer.username} changed Garage two. Name: Garage → Garage two.`,
    )
    expect(await newsOf(contributor)).toContain(
      `${maintainer.username} changed Garage two. Name: Garage → Garage two.`,
    )
  })

  test('they see a script that is not public, until they are removed or banned', async () => {
    const id = await insertTestScript(app, { author: owner, name: 'Draft', publication: 'review' })
    const [contributor, banned] = [await app.createUser(), await app.createUser()]
    await join(id, contributor, 'contributor')
    await join(id, banned)
    const statusOf = async (user: TestUser | null) =>
      (await app.request(user, 'GET', `/api/scripts/${id}`)).status

    expect(await statusOf(null)).toBe(404)
    expect(await statusOf(contributor)).toBe(200)
    expect(await statusOf(banned)).toBe(200)
    await ban(banned)
    await remove(owner, id, contributor)

    expect(await statusOf(contributor)).toBe(404)
    expect(await statusOf(banned)).not.toBe(200)
    expect((await membersOf(id)).members).toMatchObject([{ role: 'owner' }, { id: banned.id }])
  })

  test('a member withdraws and restores as an author, also after leaving; members moderate nothing of their own', async () => {
    const id = await create()
    const version = await insertTestVersion(app, id)
    const member = await createModerator()
    await join(id, member, 'contributor')
    const removal = { reason: 'other', note: 'Please fix it.' }

    expect((await app.request(member, 'POST', `/api/scripts/${id}/removal`, removal)).status).toBe(403)
    expect((await app.request(member, 'POST', `/api/scripts/${id}/publish`)).status).toBe(403)
    const draft = { kind: 'broken', reason: 'It does not start.' }
    expect(
      (await app.request(member, 'POST', `/api/versions/${version}/withdraw`, draft)).body,
    ).toMatchObject({
      withdrawal: { isByModerator: false },
    })
    await remove(member, id, member)

    const { body } = await app.request(owner, 'GET', `/api/versions/${version}`)
    expect(body).toMatchObject({ withdrawal: { isByModerator: false } })
    expect((await app.request(owner, 'POST', `/api/versions/${version}/restore`)).status).toBe(200)
  })
})

describe('cases of a script', () => {
  test('concern the owner and maintainers of this moment, and not who reported', async () => {
    const id = await create('Depot')
    await insertTestVersion(app, id)
    const [maintainer, contributor, reporter] = await Promise.all([1, 2, 3].map(() => app.createUser()))
    if (!maintainer || !contributor || !reporter) throw new Error('No users')
    await join(id, maintainer)
    await join(id, contributor, 'contributor')
    const caseOf = (user: TestUser, caseId: number) => app.request(user, 'GET', `/api/cases/${caseId}`)

    for (const user of [maintainer, contributor])
      expect((await reportOf(user, id)).body.error).toBe('You cannot report yourself or your own script')
    const { body: filed } = await reportOf(reporter, id)

    expect((await caseOf(maintainer, filed.id)).body).toMatchObject({ role: 'author', openedBy: null })
    expect((await caseOf(contributor, filed.id)).status).toBe(404)
    const { body: own } = await app.request(maintainer, 'GET', '/api/cases/mine')
    expect(own.cases).toMatchObject([{ id: filed.id }])
    expect(await newsOf(maintainer)).toContainEqual(expect.stringContaining('Someone reported Depot'))
    expect(await newsOf(contributor)).not.toContainEqual(expect.stringContaining('Someone reported'))
    const message = { text: 'We fixed it.' }
    const path = `/api/cases/${filed.id}/messages`
    expect((await app.request(maintainer, 'POST', path, message)).status).toBe(201)
    await remove(owner, id, maintainer)
    expect((await caseOf(maintainer, filed.id)).status).toBe(404)
    expect((await app.request(maintainer, 'POST', path, message)).status).toBe(404)
  })

  test('are not decided by a moderator who is a maintainer', async () => {
    const id = await create('Barn')
    await insertTestVersion(app, id)
    const member = await createModerator()
    await join(id, member)
    const { body: filed } = await reportOf(await app.createUser(), id)

    const decided = await app.request(member, 'POST', `/api/moderation/cases/${filed.id}/decide`, {
      decision: 'dismissed',
      response: '',
      logNote: '',
    })

    expect(decided.status).toBe(403)
    expect((await app.request(await createModerator(), 'GET', `/api/cases/${filed.id}`)).body).toMatchObject({
      state: 'open',
    })
  })
})

test('co-authors are notified when a script is hidden with all scripts of its owner, or deleted', async () => {
  const id = await create('Shed')
  const member = await app.createUser()
  const moderator = await createModerator()
  await join(id, member, 'contributor')
  const removed = { reason: 'other' as const, note: 'Please fix it.' }

  await inTransaction(app.db, (tx) => removeScriptsOf(tx, moderator, owner.id, removed, new Date()))
  const news = await newsOf(member)
  await app.request(owner, 'DELETE', `/api/scripts/${id}`)

  expect(news).toContainEqual(expect.stringMatching(/^A moderator hid Shed\./))
  expect(await newsOf(member)).toContain(`${owner.username} deleted Shed.`)
})

test('a takedown notice is not decided by an author of a script that it names', async () => {
  const id = await create('Port')
  const member = await app.createUser(
    'admin.system.access',
    'admin.takedowns.manage',
    'admin.scripts.moderate',
  )
  await join(id, member, 'contributor')
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into cases (kind, state, title, reason, text, created_at, updated_at)
    values ('takedown', 'open', 'Port', 'copyright', '', now(), now()) returning id`)
  const caseId = rows[0]?.id
  await app.db.execute(sql`
    insert into takedown_scripts (case_id, script_id, user_id, name)
    values (${caseId}, ${id}, ${owner.id}, 'Port')`)

  const decided = await app.request(member, 'POST', `/api/moderation/cases/${caseId}/decide`, {
    decision: 'denied',
    response: 'This is not enough.',
  })

  expect(decided).toMatchObject({
    status: 403,
    body: { error: 'You take part in this case. Another user must decide it.' },
  })
})

test('a contributor publishes a version, and the other authors are notified', async () => {
  const { body: script } = await app.request(
    owner,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Kiosk' }),
  )
  const [contributor, maintainer] = [await app.createUser('scripts.upload'), await app.createUser()]
  await join(script.id, contributor, 'contributor')
  await join(script.id, maintainer)
  const content = zipOf([{ name: 'kiosk/server.lua', content: 'print(2)' }])
  const form = editForm({ number: '2.0' }, { archive: { fileName: 'kiosk.zip', content } })

  const { status } = await app.request(contributor, 'POST', `/api/scripts/${script.id}/versions`, form)

  expect(status).toBe(201)
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body).toMatchObject({ version: '2.0' })
  const news = `${contributor.username} changed Kiosk. Version 2.0 was uploaded.`
  for (const user of [owner, maintainer]) expect(await newsOf(user)).toContain(news)
  expect(await newsOf(contributor)).not.toContain(news)
})
