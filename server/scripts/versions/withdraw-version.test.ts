import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const node = await app.startNode()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const member = await app.createUser()

let count = 0
function archive(name = `hud${++count}`) {
  const content = zipOf([
    { name: `${name}/fxmanifest.lua`, content: `fx_version 'cerulean'\ngame 'gta5'\n` },
    { name: `${name}/server.lua`, content: `print('${name}')` },
  ])
  return { fileName: 'hud.zip', content }
}

const get = async (path: string, user: TestUser | null = null) => app.request(user, 'GET', path)
const post = (user: TestUser | null, path: string, body: FormData | Record<string, unknown> = {}) =>
  app.request(user, 'POST', path, body)

async function submitted() {
  const { body } = await post(
    author,
    '/api/scripts',
    await scriptForm({ version: '1.0' }, { archive: archive() }),
  )
  return body
}

async function added(scriptId: number, fields: Record<string, string> = {}) {
  const { body } = await post(
    author,
    `/api/scripts/${scriptId}/versions`,
    editForm(fields, { archive: archive() }),
  )
  return body
}

const broken = { kind: 'broken', reason: 'It does not start at all.' }
const security = { kind: 'security', reason: 'It runs code of a stranger.' }
const withdraw = (user: TestUser | null, id: number, body: Record<string, unknown> = broken) =>
  post(user, `/api/versions/${id}/withdraw`, body)
const restore = (user: TestUser | null, id: number) => post(user, `/api/versions/${id}/restore`)
const scriptOf = async (id: number) => (await get(`/api/scripts/${id}`)).body
const totals = async () => {
  const { rows } = await app.db.execute(sql`
    select scripts, (select sum(count)::int from script_counts) as counted,
      (select script_count from categories where name = 'Cars') as cars,
      (select scripts_uploaded from users where id = ${author.id}) as uploaded from site_totals`)
  return rows[0]
}

describe('a withdrawal is rejected', () => {
  test('for visitors, other members, and versions that do not exist', async () => {
    const script = await submitted()

    expect((await withdraw(null, script.versionId)).status).toBe(401)
    expect(await withdraw(member, script.versionId)).toMatchObject({
      status: 403,
      body: { error: 'You can only change versions of your own scripts or need permissions' },
    })
    expect((await restore(member, script.versionId)).status).toBe(403)
    for (const id of [999_999, 0]) expect((await withdraw(author, id)).status).toBe(404)
    expect((await get(`/api/versions/${script.versionId}`)).body.state).toBe('published')
  })

  test('without a known kind and a reason of 10 to 500 characters', async () => {
    const script = await submitted()
    const cases = [
      {},
      { ...broken, kind: 'rejected' },
      { ...broken, reason: 'too short' },
      { ...broken, reason: ` ${'x'.repeat(9)} ` },
      { ...broken, reason: 'x'.repeat(501) },
    ]

    for (const body of cases)
      expect(await withdraw(author, script.versionId, body)).toMatchObject({
        status: 400,
        body: { code: 'validation' },
      })
    expect((await get(`/api/versions/${script.versionId}`)).body.state).toBe('published')
  })

  test('when the version is withdrawn already, and a restore when it is not', async () => {
    const script = await submitted()
    expect((await restore(author, script.versionId)).status).toBe(409)
    await withdraw(author, script.versionId)

    expect(await withdraw(moderator, script.versionId, security)).toMatchObject({
      status: 409,
      body: { error: 'This version is already withdrawn' },
    })
    expect((await get(`/api/versions/${script.versionId}`, author)).body.withdrawal.kind).toBe('broken')
  })
})

test('the newest other version becomes the current one everywhere in the next response, also on another node', async () => {
  const script = await submitted()
  const second = await added(script.id)
  const third = await added(script.id)
  const numbers = async ({ request }: Pick<typeof node, 'request'>) => {
    const read = async (path: string) => (await request(null, 'GET', path)).body
    const path = `/api/scripts/${script.id}`
    const detail = await read(path)
    const list = await read('/api/scripts')
    const { versions } = await read(`${path}/versions`)
    const reports = [second.id, third.id].map(
      async (id) => (await read(`/api/versions/${id}/report`)).version,
    )
    return [
      detail.versionId,
      detail.sha256,
      list.scripts.find(({ id }: { id: number }) => id === script.id).version,
      versions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id,
      ...(await Promise.all(reports)).map(({ isCurrent, state }) => `${state} ${isCurrent}`),
    ]
  }
  const before = [third.id, third.sha256, third.number, third.id, 'published false', 'published true']
  expect(await numbers(app)).toEqual(before)
  expect(await numbers(node)).toEqual(before)

  const { status, body } = await withdraw(author, third.id)

  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: third.id,
    state: 'withdrawn',
    withdrawal: { ...broken, at: expect.any(String), isByModerator: false },
    isCurrent: false,
    hasFile: true,
  })
  const after = [second.id, second.sha256, second.number, second.id, 'published true', 'withdrawn false']
  expect(await numbers(app)).toEqual(after)
  expect(await numbers(node)).toEqual(after)
  expect(await scriptOf(script.id)).toMatchObject({ fileSize: second.fileSize, version: second.number })

  await restore(author, third.id)
  expect(await numbers(app)).toEqual(before)
  expect(await numbers(node)).toEqual(before)
  const { rows } = await app.db.execute(sql`
    select action, user_id, status from activities where target_id = ${script.id} and action <> 'Version Published'
    order by id desc limit 2`)
  expect(rows).toEqual([
    { action: 'Version Restored', user_id: author.id, status: 'success' },
    { action: 'Version Withdrawn', user_id: author.id, status: 'warning' },
  ])
})

test('the resources that others depend on are those of the version that became current', async () => {
  const script = await submitted()
  const version = await added(script.id)
  await analyseAll(app)
  const names = async () => {
    const { rows } = await app.db.execute<{ name: string }>(sql`
      select name from script_resources where script_id = ${script.id}`)
    return rows.map(({ name }) => name)
  }
  const before = await names()

  await withdraw(author, version.id)
  await analyseAll(app)

  expect(before).toEqual([`hud${count}`])
  expect(await names()).toEqual([`hud${count - 1}`])
})

test('an earlier version is withdrawn without a change of the current one', async () => {
  const script = await submitted()
  const version = await added(script.id)

  await withdraw(author, script.versionId)
  await restore(author, script.versionId)

  expect(await scriptOf(script.id)).toMatchObject({ versionId: version.id, version: version.number })
})

test('without a public version the script is hidden, and a restore or a new version shows it again', async () => {
  const script = await submitted()
  const before = await totals()
  const listed = async () =>
    (await get('/api/scripts')).body.scripts.some(({ id }: { id: number }) => id === script.id)

  expect((await withdraw(author, script.versionId)).status).toBe(200)

  expect((await get(`/api/scripts/${script.id}`)).status).toBe(404)
  expect((await get(`/api/scripts/${script.id}`, member)).status).toBe(404)
  for (const user of [author, moderator])
    expect((await get(`/api/scripts/${script.id}`, user)).body).toMatchObject({
      isInReview: true,
      withdrawal: broken,
    })
  expect((await get(`/api/versions/${script.versionId}`)).status).toBe(404)
  expect(await listed()).toBe(false)
  expect(await totals()).toEqual({
    scripts: Number(before?.['scripts']) - 1,
    counted: Number(before?.['counted']) - 1,
    cars: Number(before?.['cars']) - 1,
    uploaded: Number(before?.['uploaded']) - 1,
  })
  expect((await get('/api/scripts/waiting', moderator)).body.scripts).toEqual([])
  expect((await post(moderator, `/api/scripts/${script.id}/publish`)).status).toBe(409)

  expect((await restore(author, script.versionId)).status).toBe(200)
  expect(await listed()).toBe(true)
  expect(await totals()).toEqual(before)
  expect(await scriptOf(script.id)).not.toHaveProperty('withdrawal')

  await withdraw(author, script.versionId)
  const category = await app.request(
    author,
    'PUT',
    `/api/scripts/${script.id}`,
    editForm({ category: 'Jobs' }, { archive: archive() }),
  )
  expect(category.body).not.toHaveProperty('isInReview')
  expect(await listed()).toBe(true)
  expect(await totals()).toMatchObject({ scripts: before?.['scripts'], cars: Number(before?.['cars']) - 1 })
})

describe('a version that was withdrawn for security', () => {
  test('is recalled; its report stays public, its archive and files do not', async () => {
    const script = await submitted()
    const version = await added(script.id)
    await analyseAll(app)
    const path = `/api/versions/${version.id}`
    const link = new URL((await get(`${path}/download`, member)).body.downloadUrl, app.url)

    await withdraw(moderator, version.id, security)

    const message = `This version was withdrawn: ${security.reason}`
    for (const hidden of [`${path}/files`, `/files/content/${version.id}/1`])
      expect(await get(hidden)).toMatchObject({ status: 404, body: { error: message } })
    expect(await get(`${path}/download`, member)).toMatchObject({ status: 404, body: { error: message } })
    expect((await fetch(link)).status).toBe(404)
    const changes = `${path}/changes?from=${script.versionId}`
    for (const user of [null, member, null])
      expect((await get(changes, user)).body).toMatchObject({ state: 'no-files', files: [] })
    for (const user of [author, moderator])
      expect((await get(changes, user)).body).toMatchObject({ state: 'compared', filesTotal: 3 })
    expect((await get(changes)).body.state).toBe('no-files')
    expect((await get(`${path}/report`)).body).toMatchObject({
      state: 'done',
      version: { state: 'withdrawn', withdrawal: security },
    })
    for (const user of [author, moderator]) {
      for (const open of [`${path}/files`, `/files/content/${version.id}/1`, `${path}/download`])
        expect((await get(open, user)).status).toBe(200)
      const own = new URL((await get(`${path}/download`, user)).body.downloadUrl, app.url)
      expect((await fetch(own)).status).toBe(200)
    }
    const { rows } = await app.db.execute(sql`
      select kind, actor_id, script_id, version_id, data from events where version_id = ${version.id} order by id desc limit 1`)
    expect(rows).toEqual([
      {
        kind: 'version-recalled',
        actor_id: moderator.id,
        script_id: script.id,
        version_id: version.id,
        data: { script: 'Garage', number: '1.1', reason: security.reason, replacement: '1.0' },
      },
    ])
  })

  test('is restored by a moderator only, also when its author withdrew it', async () => {
    const script = await submitted()
    for (const user of [moderator, author]) {
      await withdraw(user, script.versionId, security)
      expect(await restore(author, script.versionId)).toMatchObject({
        status: 403,
        body: { error: 'Only a moderator can restore a version that was withdrawn for security' },
      })
      expect((await get(`/api/versions/${script.versionId}/report`)).status).toBe(200)
      expect((await get(`/api/scripts/${script.id}`)).status).toBe(404)
      expect((await restore(moderator, script.versionId)).body).toMatchObject({
        state: 'published',
        withdrawal: null,
        isCurrent: true,
      })
    }
  })
})

test('an author restores what they withdrew, and not what a moderator withdrew', async () => {
  const script = await submitted()
  await withdraw(moderator, script.versionId)

  expect(await restore(author, script.versionId)).toMatchObject({
    status: 403,
    body: { error: 'Only the user who withdrew this version or a moderator can restore it' },
  })
  expect((await restore(moderator, script.versionId)).status).toBe(200)
  await withdraw(author, script.versionId)
  expect((await restore(author, script.versionId)).status).toBe(200)
})

test('withdrawals and restores at once leave one current version', async () => {
  const script = await submitted()
  const versions = [await added(script.id), await added(script.id)]

  for (const change of [withdraw, restore]) {
    const responses = await Promise.all(
      versions.flatMap(({ id }) => [change(moderator, id), change(moderator, id)]),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
  }

  const { body } = await get(`/api/scripts/${script.id}/versions`)
  expect(body.versions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([
    true,
    false,
    false,
  ])
})

test('the changelog is changed by the author and moderators', async () => {
  const script = await submitted()
  const change = (user: TestUser | null, changelog: unknown) =>
    app.request(user, 'PUT', `/api/versions/${script.versionId}`, { changelog })

  expect((await change(null, 'x')).status).toBe(401)
  expect((await change(member, 'x')).status).toBe(403)
  for (const invalid of ['x'.repeat(5001), 5, undefined])
    expect((await change(author, invalid)).body.fields).toHaveProperty('changelog')
  expect((await change(author, 'Doors **open**.')).body).toMatchObject({ changelog: 'Doors **open**.' })
  expect((await get(`/api/versions/${script.versionId}`)).body.changelog).toBe('Doors **open**.')
  expect((await change(moderator, '')).body.changelog).toBe('')
})
