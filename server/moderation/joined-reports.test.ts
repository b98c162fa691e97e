import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { report, read, claim, decide, queue } = casesOf(app)
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.users.ban')
const second = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const createReporters = (count: number) => Promise.all(Array.from({ length: count }, () => app.createUser()))

async function script(name = 'Garage') {
  const id = await insertTestScript(app, { author, name })
  return { id, versionId: await insertTestVersion(app, id) }
}

async function notificationsOf(user: TestUser): Promise<string[]> {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

async function ownCases(user: TestUser) {
  return (await app.request(user, 'GET', '/api/cases/mine')).body
}

test('reports of one script are one case with one notice to the author, and one decision is for all', async () => {
  const { id: scriptId, versionId } = await script()
  const reporters = await createReporters(6)

  const opened = await Promise.all(
    reporters.map((reporter, index) =>
      report(reporter, {
        ...(index % 2 === 0 ? { scriptId } : { versionId }),
        text: `Report number ${index} of this script.`,
        reason: index === 5 ? 'backdoor' : 'stolen',
        evidence: [{ url: `https://example.com/${index}` }],
      }),
    ),
  )

  expect(opened.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  const [id = 0, ...others] = new Set(opened.map(({ body }) => body.id))
  expect(others).toEqual([])
  for (const [index, reporter] of reporters.entries()) {
    const { body } = await read(reporter, id)
    expect(body).toMatchObject({
      role: 'opener',
      openedBy: reporter.username,
      text: `Report number ${index} of this script.`,
      reason: index === 5 ? 'backdoor' : 'stolen',
      evidence: [{ url: `https://example.com/${index}` }],
      reportCount: 1,
      reports: [{ reporter: null, text: `Report number ${index} of this script.` }],
    })
    const other = reporters[(index + 1) % 6]
    expect(JSON.stringify(body)).not.toContain(other?.username)
    expect(await ownCases(reporter)).toMatchObject({
      cases: [{ id, reason: index === 5 ? 'backdoor' : 'stolen', reportCount: 1 }],
      pagination: { total: 1 },
    })
    expect(await report(reporter, { scriptId })).toMatchObject({
      status: 409,
      body: { error: 'You have already reported this' },
    })
  }
  const ofAuthor = (await read(author, id)).body
  expect(ofAuthor).toMatchObject({ reportCount: 6, openedBy: null })
  expect(ofAuthor.reports).toHaveLength(6)
  for (const { username } of reporters) expect(JSON.stringify(ofAuthor)).not.toContain(username)
  const ofModerator = (await read(moderator, id)).body
  expect(ofModerator.reports.map(({ reporter }: { reporter: unknown }) => reporter)).toEqual(
    expect.arrayContaining(
      reporters.map((reporter) => ({
        id: reporter.id,
        username: reporter.username,
        reports: 1,
        upheld: 0,
        dismissed: 0,
      })),
    ),
  )
  expect((await notificationsOf(author)).filter((text) => text.startsWith('Someone reported'))).toHaveLength(
    1,
  )
  const rows = (await queue(moderator, '?kind=report')).cases.filter((row: { id: number }) => row.id === id)
  expect(rows).toMatchObject([{ reportCount: 6 }])

  expect(await decide(moderator, id, 'removed', { removalReason: 'stolen' })).toMatchObject({ status: 200 })

  for (const reporter of reporters) {
    expect(await notificationsOf(reporter)).toEqual([
      `Our decision in case #${id} about Garage: the script was hidden.`,
    ])
    expect((await read(reporter, id)).body).toMatchObject({ state: 'closed', decision: 'removed' })
  }
  const decided = `Our decision in case #${id} about Garage: the script was hidden.`
  expect((await notificationsOf(author)).filter((text) => text === decided)).toHaveLength(1)
  expect((await read(moderator, id)).body.reports[3].reporter).toMatchObject({ upheld: 1, dismissed: 0 })
})

test('reports of one user are one case, apart from those of the scripts of that user', async () => {
  const [target, ...reporters] = await createReporters(3)
  const [first, other] = await Promise.all(reporters.map((user) => report(user, { userId: target?.id })))

  expect(first?.body.id).toBe(other?.body.id)
  expect((await read(moderator, first?.body.id)).body).toMatchObject({ reportCount: 2, script: null })
  const { id: scriptId } = await script()
  const [ofScript, ofAuthor] = [
    await report(reporters[0] ?? null, { scriptId }),
    await report(reporters[0] ?? null, { userId: author.id }),
  ]
  expect(ofScript.body.id).not.toBe(ofAuthor.body.id)
})

test('a report after the decision opens another case', async () => {
  const [first, other] = await createReporters(2)
  const { id: scriptId } = await script()
  const { body } = await report(first ?? null, { scriptId })
  await decide(moderator, body.id, 'warned')

  const again = await report(other ?? null, { scriptId })

  expect(again.status).toBe(201)
  expect(again.body.id).not.toBe(body.id)
  expect((await report(first ?? null, { scriptId })).body.id).toBe(again.body.id)
})

test('a moderator who reported the same does not decide, and sees the own report only', async () => {
  const [reporter] = await createReporters(1)
  const { id: scriptId } = await script()
  const { body } = await report(reporter ?? null, { scriptId })
  await report(second, { scriptId, text: 'I saw the original last year.' })

  const error = 'You take part in this case. Another user must decide it.'
  for (const rejected of [await claim(second, body.id), await decide(second, body.id, 'dismissed')])
    expect(rejected).toMatchObject({ status: 403, body: { error } })
  const ownView = (await read(second, body.id)).body
  expect(ownView).toMatchObject({ role: 'opener', blockedBy: error, text: 'I saw the original last year.' })
  expect(JSON.stringify(ownView)).not.toContain(reporter?.username)
})

test('a decision about something that has happened already is not a dismissal', async () => {
  const [reporter, other, third] = await createReporters(3)
  const banned = await app.createUser()
  const [hidden, withdrawn] = [await script('Hidden'), await script('Withdrawn')]
  const writer = await app.createUser()
  await app.request(writer, 'PUT', '/api/account/profile-text', { text: 'Buy at example.com', links: [] })
  const text = { kind: 'profile', id: writer.id }
  const evidence = [{ url: 'https://example.com', text }]
  const ids = {
    removed: (await report(reporter ?? null, { scriptId: hidden.id })).body.id,
    withdrawn: (await report(reporter ?? null, { versionId: withdrawn.versionId, reason: 'backdoor' })).body
      .id,
    'text-hidden': (await report(reporter ?? null, { userId: writer.id, evidence })).body.id,
    banned: (await report(reporter ?? null, { userId: banned.id })).body.id,
  }
  for (const id of Object.values(ids)) expect((await read(moderator, id)).body.answeredBy).toBeNull()
  const removal = { reason: 'stolen', note: 'A copy.' }
  await app.request(moderator, 'POST', `/api/scripts/${hidden.id}/removal`, removal)
  const withdrawal = { kind: 'security', reason: 'It runs code of a stranger.' }
  await app.request(moderator, 'POST', `/api/versions/${withdrawn.versionId}/withdraw`, withdrawal)
  const hiding = { action: 'hide', texts: [text], reason: 'Advertising.' }
  await app.request(moderator, 'POST', '/api/moderation/texts/bulk', hiding)
  const ban = { reason: 'Spam', is_permanent: true }
  await app.request(moderator, 'POST', `/api/users/admin/users/${banned.id}/ban`, ban)

  expect((await read(moderator, ids.removed)).body.script).toMatchObject({ isHidden: true })
  for (const subject of [{ scriptId: hidden.id }, { versionId: hidden.versionId }])
    expect(await report(other ?? null, subject)).toMatchObject({
      status: 409,
      body: { error: 'This script is already hidden, so you don’t need to report it' },
    })
  expect((await decide(second, ids.banned, 'banned')).status).toBe(403)
  for (const [id, done] of [
    [ids.removed, 'This script is already hidden'],
    [ids.withdrawn, 'This version has already been withdrawn for security'],
    [ids['text-hidden'], 'What was reported is already hidden'],
    [ids.banned, 'This user is already banned'],
  ] as const)
    expect(await decide(moderator, id, 'dismissed')).toMatchObject({
      status: 409,
      body: { error: `${done}, so the report cannot be dismissed` },
    })
  for (const [decision, id] of Object.entries(ids)) {
    expect((await read(moderator, id)).body.answeredBy).toBe(decision)
    expect((await read(reporter ?? null, id)).body.answeredBy).toBeNull()
    expect(await decide(moderator, id, decision)).toMatchObject({ status: 200, body: { decision } })
  }

  const { body } = await report(reporter ?? null, { scriptId: (await script()).id })
  expect((await read(moderator, body.id)).body.reports[0].reporter).toMatchObject({
    reports: 5,
    upheld: 4,
    dismissed: 0,
  })
  const waiting = await insertTestScript(app, { author, publication: 'review' })
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${waiting}`)
  expect((await report(third ?? null, { scriptId: waiting })).status).toBe(404)
})

test('of reports of two versions a withdrawal names the one', async () => {
  const [first, other] = await createReporters(2)
  const { id: scriptId, versionId } = await script()
  const newer = await insertTestVersion(app, scriptId, '2.0.0')
  const unreported = await insertTestVersion(app, scriptId, '3.0.0')
  const { body } = await report(first ?? null, { versionId })
  await report(other ?? null, { versionId: newer })
  expect((await read(moderator, body.id)).body.reports).toMatchObject([
    { version: { id: versionId } },
    { version: { id: newer, number: '2.0.0' } },
  ])

  expect((await decide(moderator, body.id, 'withdrawn', { versionId: unreported })).status).toBe(400)
  expect((await decide(moderator, body.id, 'withdrawn', { versionId: newer })).status).toBe(200)

  const { versions } = (await app.request(moderator, 'GET', `/api/scripts/${scriptId}/versions`)).body
  const states = versions.map(({ number, state }: { number: string; state: string }) => `${number} ${state}`)
  expect(states).toContain('2.0.0 withdrawn')
  expect(states).toContain('1.0.0 published')
  expect((await read(author, body.id)).body).toMatchObject({ canAppeal: true })
})

test('open cases of an earlier release about the same are closed with one decision', async () => {
  const [first, other, third] = await createReporters(3)
  const { id: scriptId } = await script()
  const { body } = await report(first ?? null, { scriptId })
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into cases (kind, script_id, user_id, title, reason, opened_by, created_at, updated_at)
    values ('report', ${scriptId}, ${author.id}, 'Garage', 'stolen', ${other?.id}, now(), now()) returning id`)
  const sibling = rows[0]?.id ?? 0
  await app.db.execute(sql`
    update case_counts set count = count + 1 where kind = 'report' and reason = 'stolen' and outcome = 'open'`)
  expect((await report(other ?? null, { scriptId })).status).toBe(409)
  expect((await report(third ?? null, { scriptId })).body.id).toBe(body.id)

  expect((await decide(moderator, sibling, 'removed', { removalReason: 'stolen' })).status).toBe(200)

  for (const [user, id] of [
    [first, body.id],
    [other, sibling],
    [third, body.id],
  ] as const) {
    expect((await read(user ?? null, id)).body).toMatchObject({ state: 'closed', decision: 'removed' })
    expect(await notificationsOf(user ?? author)).toEqual([
      `Our decision in case #${id} about Garage: the script was hidden.`,
    ])
  }
})

test('a case has the first 20 reports, and the others are on further pages', async () => {
  const [first] = await createReporters(1)
  const { id: scriptId } = await script()
  const { id } = (await report(first ?? null, { scriptId })).body
  await app.db.execute(sql`
    insert into case_reports (case_id, user_id, reason, text, evidence, created_at)
    select ${id}, 1000000 + n, 'other', 'Report ' || n, '[]', now() from generate_series(1, 24) n`)
  await app.db.execute(sql`update cases set report_count = 25 where id = ${id}`)

  const { reports, reportCount } = (await read(moderator, id)).body
  const page = (user: TestUser | undefined, number: number) =>
    app.request(user ?? null, 'GET', `/api/cases/${id}/reports?page=${number}`)

  expect([reports.length, reportCount]).toEqual([20, 25])
  const { body } = await page(moderator, 2)
  expect(body.pagination).toEqual({ page: 2, limit: 20, total: 25, totalPages: 2 })
  expect(body.reports.map(({ text }: { text: string }) => text)).toEqual(
    [20, 21, 22, 23, 24].map((n) => `Report ${n}`),
  )
  expect((await page(moderator, 1)).body.reports).toEqual(reports)
  expect((await page(author, 1)).body.reports[0]).toMatchObject({ reporter: null })
  expect((await page(first, 1)).body).toMatchObject({
    reports: [{ reporter: null }],
    pagination: { total: 1 },
  })
  expect((await page(first, 2)).body.reports).toEqual([])
  expect((await page(await app.createUser(), 1)).status).toBe(404)
})
