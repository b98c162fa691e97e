import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { openCase } from '#server/records/records.public.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { closeInactiveCases } from './decide-case.ts'

let now = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => now } })
const { read, write } = casesOf(app)
let author = await app.createUser()
let moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

async function advance(milliseconds: number) {
  now = after(now, milliseconds)
  ;[author, moderator] = [await app.signIn(author), await app.signIn(moderator)]
}

/** A version that waits, with its review. */
async function review(): Promise<{ id: number; versionId: number }> {
  const scriptId = await insertTestScript(app, { author, publication: 'review' })
  const versionId = await insertTestVersion(app, scriptId)
  await app.db.execute(sql`update script_versions set published_at = null where id = ${versionId}`)
  const subject = { scriptId, versionId, userId: author.id, title: 'Garage' }
  const id = await inTransaction(app.db, (tx) =>
    openCase(tx, { kind: 'review', reason: 'all', text: 'every version is reviewed here', ...subject }, now),
  )
  return { id: id ?? 0, versionId }
}

test('a review whose author does not respond to staff for 30 days is rejected, the others stay open', async () => {
  const [unanswered, answered, untouched, noted] = [
    await review(),
    await review(),
    await review(),
    await review(),
  ]
  await write(moderator, unanswered.id, 'What is this file?', 'author')
  await write(moderator, answered.id, 'What is this file?', 'author')
  await write(author, answered.id, 'A texture.')
  await write(moderator, noted.id, 'Looks fine to me.')
  await advance(30 * day - 1)
  await closeInactiveCases(app.app)
  expect((await read(author, unanswered.id)).body.state).toBe('open')

  await advance(2)
  await closeInactiveCases(app.app)

  const response = 'There was no response for 30 days. You can upload the version again.'
  expect((await read(author, unanswered.id)).body).toMatchObject({ decision: 'rejected', response })
  const { body } = await app.request(author, 'GET', `/api/versions/${unanswered.versionId}`)
  expect(body).toMatchObject({ state: 'withdrawn', withdrawal: { kind: 'rejected', reason: response } })
  for (const { id } of [answered, untouched, noted]) expect((await read(author, id)).body.state).toBe('open')
  await dispatchAll(app)
  const { body: list } = await app.request(author, 'GET', '/api/notifications')
  expect(list.notifications[0].text).toBe(
    'Garage system 1.0.0 was not published: There was no response for 30 days. You can upload the version again.',
  )
})
