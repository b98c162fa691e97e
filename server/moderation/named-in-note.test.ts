import { expect, test } from 'vitest'

import { casesOf } from '#test-support/cases.ts'
import { startMailbox } from '#test-support/mail.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, runsJobs: true })
const { report, decide, read } = casesOf(app)
const takedowns = takedownsOf(app, mailbox)
const staff = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage')
const author = await app.createUser('scripts.upload')
const rejected = {
  status: 400,
  body: { fields: { logNote: 'The public note must not contain the name of a user' } },
}

test('the public note of a notice names neither its claimant nor an uploader', async () => {
  const second = await app.createUser('scripts.upload')
  const scripts = [await takedowns.submit(author, 'Garage'), await takedowns.submit(second, 'Garage copy')]
  const { number, email } = await takedowns.confirmed(...scripts)
  const id = Number(number.slice(5))

  for (const name of ['Ada Author', 'ada  AUTHOR', email, author.username, second.username, staff.username])
    expect(await decide(staff, id, 'denied', { logNote: `Sent by ${name}.` })).toMatchObject(rejected)
  expect((await read(staff, id)).body.state).toBe('open')

  expect((await decide(staff, id, 'denied', { logNote: 'Sent by a company.' })).status).toBe(200)
})

test('the public note of a report names none of its reporters', async () => {
  const reporters = [await app.createUser(), await app.createUser()]
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
