import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { hour } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const wait = (hours: number) => {
  now = new Date(now.getTime() + hours * hour)
}

type Body = Record<string, unknown>
const report = (user: TestUser | null, version: number, body: Body = { outcome: 'works' }) =>
  app.request(user, 'PUT', `/api/versions/${version}/works-report`, body)
const removeReport = (user: TestUser, version: number) =>
  app.request(user, 'DELETE', `/api/versions/${version}/works-report`)
const ownReport = async (user: TestUser, version: number) =>
  (await app.request(user, 'GET', `/api/versions/${version}/works-report`)).body
const answer = (user: TestUser, id: number, body: Body) =>
  app.request(user, 'PUT', `/api/works-reports/${id}/answer`, body)
const listOf = async (script: number, query = '') =>
  (await app.request(null, 'GET', `/api/scripts/${script}/works-reports${query}`)).body
const download = (user: TestUser, version: number) =>
  app.request(user, 'GET', `/api/versions/${version}/download`)

async function createScript() {
  const author = await app.createUser()
  const script = await insertTestScript(app, { author, name: 'Garage' })
  return { author, script, version: await insertTestVersion(app, script) }
}

/** A member who downloaded these versions more than a day ago. */
async function createDownloader(...versions: number[]) {
  const member = await app.createUser('scripts.download')
  for (const version of versions) expect((await download(member, version)).status).toBe(200)
  wait(25)
  return member
}

describe('a report is rejected', () => {
  test('from visitors, and for a version that does not exist', async () => {
    const { version } = await createScript()
    const member = await createDownloader(version)

    expect((await report(null, version)).status).toBe(401)
    expect((await report(member, 999_999)).status).toBe(404)
  })

  test('for a version that was never downloaded, and from the author', async () => {
    const { author, script, version } = await createScript()
    const other = await insertTestVersion(app, script, '0.9.0')
    const member = await createDownloader(other)

    expect(await report(member, version)).toMatchObject({
      status: 403,
      body: { error: 'Only members who downloaded this version can say how it works' },
    })
    expect(await report(author, version)).toMatchObject({
      status: 403,
      body: { error: 'You cannot report on your own script' },
    })
    expect((await listOf(script)).counts).toEqual({ works: 0, problems: 0, fails: 0 })
  })

  test('until a day has passed since the first download', async () => {
    const { script, version } = await createScript()
    const member = await app.createUser('scripts.download')
    await download(member, version)
    wait(23)
    await download(member, version)

    expect((await report(member, version)).status).toBe(403)
    expect(await ownReport(member, version)).toMatchObject({
      report: null,
      blockedBy: expect.stringContaining('less than a day ago'),
    })

    wait(2)

    expect(await ownReport(member, version)).toMatchObject({ report: null, blockedBy: null })
    expect((await report(member, version)).status).toBe(200)
    expect((await listOf(script)).counts.works).toBe(1)
  })

  test.each([
    {},
    { outcome: 'great' },
    { outcome: 'works', framework: 'unknown' },
    { outcome: 'works', build: 0 },
    { outcome: 'works', build: 100_000 },
    { outcome: 'works', build: 1.5 },
    { outcome: 'works', text: 'x'.repeat(501) },
    { outcome: 'works', text: 'a\u0000b' },
  ])('as %o', async (body) => {
    const { script, version } = await createScript()
    const member = await createDownloader(version)

    expect((await report(member, version, body)).status).toBe(400)
    expect((await listOf(script)).reports).toEqual([])
  })

  test('for a withdrawn version and one that waits for review', async () => {
    const { script, version } = await createScript()
    const old = await insertTestVersion(app, script, '0.9.0')
    const member = await createDownloader(version, old)
    await app.db.execute(sql`
      update script_versions set withdrawn_at = now(), withdrawal_kind = 'broken' where id = ${old}`)

    expect((await report(member, old)).status).toBe(409)

    await app.db.execute(sql`update scripts set publication = 'review' where id = ${script}`)

    expect((await report(member, version)).status).toBe(404)
  })
})

test('the table counts reports by framework and build, also after changes and deletions', async () => {
  const { script, version } = await createScript()
  const [ada, ben, eve] = [
    await createDownloader(version),
    await createDownloader(version),
    await createDownloader(version),
  ]

  await report(ada, version, { outcome: 'works', framework: 'esx', build: 12_913, text: ' Runs well. ' })
  await report(ben, version, { outcome: 'fails', framework: 'esx', build: 12_913 })
  await report(eve, version, { outcome: 'problems', text: 'The menu is empty.' })

  const first = await listOf(script)
  expect(first).toMatchObject({
    version: { id: version, number: '1.0.0' },
    counts: { works: 1, problems: 1, fails: 1 },
    table: [
      { framework: 'esx', build: 12_913, works: 1, problems: 0, fails: 1 },
      { framework: null, build: null, works: 0, problems: 1, fails: 0 },
    ],
    pagination: { total: 3 },
    otherVersions: [],
  })
  expect(
    first.reports.map(({ user, text }: { user: { username: string }; text: string }) => [
      user.username,
      text,
    ]),
  ).toEqual([
    [eve.username, 'The menu is empty.'],
    [ben.username, ''],
    [ada.username, 'Runs well.'],
  ])

  await report(ben, version, { outcome: 'works', framework: 'qbox', build: 12_913 })
  expect((await removeReport(eve, version)).status).toBe(200)
  expect((await removeReport(eve, version)).status).toBe(200)

  expect(await listOf(script)).toMatchObject({
    counts: { works: 2, problems: 0, fails: 0 },
    table: [
      { framework: 'qbox', build: 12_913, works: 1, fails: 0 },
      { framework: 'esx', build: 12_913, works: 1, fails: 0 },
    ],
    pagination: { total: 2 },
  })

  await app.db.execute(sql`delete from users where id = ${ada.id}`)

  const { rows } = await app.db.execute(sql`
    select works from works_counts where version_id = ${version} and framework = 'all'`)
  expect(rows).toEqual([{ works: 1 }])
})

test('reports on earlier versions are listed apart', async () => {
  const { script, version } = await createScript()
  const old = await insertTestVersion(app, script, '0.9.0')
  const member = await createDownloader(version, old)
  await report(member, old, { outcome: 'fails', text: 'Too old.' })

  expect(await listOf(script)).toMatchObject({
    version: { id: version },
    reports: [],
    otherVersions: [{ id: old, number: '0.9.0', works: 0, problems: 0, fails: 1 }],
  })
  expect(await listOf(script, `?version=${old}`)).toMatchObject({
    version: { id: old },
    reports: [{ text: 'Too old.', version: { number: '0.9.0' } }],
    otherVersions: [],
  })
  expect((await app.request(null, 'GET', `/api/scripts/${script}/works-reports?version=999999`)).status).toBe(
    404,
  )
})

async function createReport() {
  const { author, script, version } = await createScript()
  const member = await createDownloader(version)
  const { body } = await report(member, version, { outcome: 'fails', text: 'It stops.' })
  await dispatchAll(app)
  return { author, script, version, member, id: Number(body.id) }
}

describe('an answer', () => {
  test('is rejected from others, without text, and with a version that is not later', async () => {
    const { author, member, script, id } = await createReport()
    const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

    for (const user of [member, moderator])
      expect((await answer(user, id, { text: 'Thanks.' })).status).toBe(403)
    expect((await answer(author, id, { text: ' ' })).status).toBe(400)
    expect((await answer(author, 999_999, { text: 'Thanks.' })).status).toBe(404)
    for (const fixedIn of ['1.0.0', '2.0.0'])
      expect(await answer(author, id, { text: 'Fixed.', fixedIn })).toMatchObject({
        status: 400,
        body: { fields: { fixedIn: 'There is no later version with this number' } },
      })
    expect((await listOf(script)).reports).toMatchObject([{ answer: null }])
  })

  test('is given once, and asks the writer to try the version with the fix', async () => {
    const { author, member, script, id } = await createReport()
    const fixed = await insertTestVersion(app, script, '1.0.1')

    expect((await answer(author, id, { text: 'The key was wrong.', fixedIn: '1.0.1' })).status).toBe(200)
    expect(await answer(author, id, { text: 'Again.' })).toMatchObject({
      status: 409,
      body: { error: 'You have already answered this report' },
    })

    expect((await listOf(script)).reports).toMatchObject([
      {
        text: 'It stops.',
        answer: { text: 'The key was wrong.', fixedIn: '1.0.1', username: author.username },
      },
    ])
    await dispatchAll(app)
    const notified = async (user: TestUser) =>
      (await app.request(user, 'GET', '/api/notifications')).body.notifications
    expect(await notified(member)).toMatchObject([
      {
        kind: 'works-answered',
        path: `/scripts/${script}/works?v=${fixed}`,
        text: `${author.username} answered your report on Garage 1.0.0: The key was wrong. Fixed in 1.0.1: does it work for you now?`,
      },
    ])
    expect(await notified(author)).toMatchObject([
      {
        kind: 'works-reported',
        text: 'A member says that Garage 1.0.0 does not work. You can answer the report.',
      },
    ])
  })
})
