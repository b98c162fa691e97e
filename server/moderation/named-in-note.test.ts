import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'
import { casesOf } from '#test-support/cases.ts'
import { startMailbox } from '#test-support/mail.ts'
import { joinScript } from '#test-support/members.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { takedownsOf } from '#test-support/takedowns.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, runsJobs: true })
const { appeal, report, decide, read } = casesOf(app)
const takedowns = takedownsOf(app, mailbox)

/** No name is the start of another one. */
async function createUser(...keys: Permission[]): Promise<TestUser> {
  const user = await app.createUser(...keys)
  const username = `user-${user.id}-x`
  await app.db.execute(
    sql`update users set username = ${username}, username_key = ${username} where id = ${user.id}`,
  )
  return { ...user, username }
}

const staff = await createUser('admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage')
const author = await createUser('scripts.upload')
const rejected = {
  status: 400,
  body: { fields: { logNote: 'The public note must not contain the name of a user' } },
}

test('the public note of a notice names neither its claimant nor an uploader', async () => {
  const second = await createUser('scripts.upload')
  const scripts = [await takedowns.submit(author, 'Garage'), await takedowns.submit(second, 'Garage copy')]
  const { number, email } = await takedowns.confirmed(...scripts)
  const id = Number(number.slice(5))

  for (const name of ['Ada Author', 'ada  AUTHOR', email, author.username, second.username, staff.username])
    expect(await decide(staff, id, 'denied', { logNote: `Sent by ${name}.` })).toMatchObject(rejected)
  expect((await read(staff, id)).body.state).toBe('open')

  expect((await decide(staff, id, 'denied', { logNote: 'Sent by a company.' })).status).toBe(200)
})

test('the public note of a report names none of its reporters', async () => {
  const reporters = [await createUser(), await createUser()]
  const scriptId = await insertTestScript(app, { author })
  const ids = []
  for (const reporter of reporters) ids.push((await report(reporter, { scriptId })).body.id)
  const [id] = ids

  for (const { username } of reporters)
    expect(await decide(staff, id, 'dismissed', { logNote: `Reported by ${username}.` })).toMatchObject(
      rejected,
    )
  expect((await read(staff, id)).body.state).toBe('open')
})

/** Those whose name a note may contain. */
async function namesAllowed(id: number, decision: string, users: readonly { username: string }[]) {
  const allowed = []
  for (const { username } of users) {
    const { status, body } = await decide(staff, id, decision, { logNote: `It is about ${username}.` })
    if (status !== 400 || body.fields?.logNote !== rejected.body.fields.logNote) allowed.push(username)
  }
  return allowed
}

async function createScript(): Promise<{ scriptId: number; coAuthor: TestUser }> {
  const [scriptId, coAuthor] = [await insertTestScript(app, { author }), await createUser()]
  await joinScript(app, { id: scriptId, owner: author, user: coAuthor, role: 'contributor' })
  return { scriptId, coAuthor }
}

async function createTeamOf(owner: TestUser) {
  const [team, member] = [await createTeam(app, owner), await createUser()]
  await joinTeam(app, { id: team.id, owner, user: member, role: 'contributor' })
  return { team, member }
}

test('the public note names no co-author of a script, and no member of the team that owns it', async () => {
  const { scriptId, coAuthor } = await createScript()
  const { team, member } = await createTeamOf(author)
  await giveToTeam(app, scriptId, { owner: author, team, accepts: author })
  const { body } = await report(await createUser(), { scriptId })

  expect(await namesAllowed(body.id, 'dismissed', [author, coAuthor, team, member])).toEqual([])
})

test('the public note of a report of a team names none of its members', async () => {
  const { team, member } = await createTeamOf(author)
  const { body } = await report(await createUser(), { userId: team.id, reason: 'spam' })

  expect(await namesAllowed(body.id, 'dismissed', [author, team, member])).toEqual([])
})

test('the public note of a notice names no co-author of its scripts', async () => {
  const script = await takedowns.submit(author, 'Co-written')
  const coAuthor = await createUser()
  await joinScript(app, { id: script.id, owner: author, user: coAuthor, role: 'maintainer' })
  const { number } = await takedowns.confirmed(script)

  expect(await namesAllowed(Number(number.slice(5)), 'denied', [coAuthor])).toEqual([])
})

test('the public note of an appeal names neither who reported the script nor who decided about it', async () => {
  const { scriptId, coAuthor } = await createScript()
  const [first, second] = [await createUser(), await createUser()]
  const { body: reported } = await report(first, { scriptId })
  await report(second, { scriptId })
  const other = await createUser('admin.system.access', 'admin.scripts.moderate')
  expect((await decide(other, reported.id, 'removed', { removalReason: 'stolen' })).status).toBe(200)
  const { removal } = (await app.request(author, 'GET', `/api/scripts/${scriptId}`)).body
  const { body: appealed } = await appeal(author, { removalId: removal.id })

  expect(await namesAllowed(appealed.id, 'denied', [first, second, other, author, coAuthor])).toEqual([])
})
