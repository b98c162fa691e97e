import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { removeScript, removeScriptsOf } from './remove-scripts.ts'
import { restoreScriptsOf } from './restore-scripts.ts'

const app = await startTestApp()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const other = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const now = new Date('2026-11-20T10:00:00.123Z')
const spam = { reason: 'spam', note: 'Only advertising.' } as const

const totalsOf = async (author: { id: number; username: string }) => ({
  stats: (await app.request(null, 'GET', '/api/stats')).body,
  categories: (await app.request(null, 'GET', '/api/categories')).body,
  profile: (await app.request(null, 'GET', `/api/users/profile/${author.username}`)).body,
  counts: (await app.db.execute(sql`select * from script_counts where count > 0 order by 1, 2`)).rows,
  user: (
    await app.db.execute(
      sql`select scripts_uploaded, total_downloads, reputation from users where id = ${author.id}`,
    )
  ).rows,
})

test('all scripts of a user are hidden and restored at once, and each count is right', async () => {
  const author = await app.createUser()
  const ids: number[] = []
  for (const [category, status, downloads] of [
    ['Cars', 'Readable', 5],
    ['Housing', 'Readable', 7],
    ['Cars', 'Decrypted', 11],
    ['Cars', 'Readable', 13],
  ] as const)
    ids.push(await insertTestScript(app, { author, category, status, downloads }))
  const waiting = await insertTestScript(app, { author, publication: 'review' })
  const earlier = await insertTestScript(app, { author })
  const unconcerned = await insertTestScript(app, { author: other })
  await app.db.execute(sql`update users set total_downloads = 36 where id = ${author.id}`)
  await app.db.execute(sql`update site_totals set downloads = 36`)
  await inTransaction(app.db, (tx) => removeScript(tx, moderator, earlier, spam, after(now, -minute)))
  const shown = await totalsOf(author)

  const removed = await inTransaction(app.db, (tx) => removeScriptsOf(tx, moderator, author.id, spam, now))

  expect(removed).toHaveLength(5)
  const hidden = await totalsOf(author)
  expect(hidden.profile.scripts.scripts).toEqual([])
  expect(hidden.user).toEqual([{ scripts_uploaded: 0, total_downloads: 0, reputation: 0 }])
  expect(hidden.stats).toMatchObject({ totalScripts: 1, totalDownloads: 0 })
  expect(hidden.counts).toHaveLength(1)
  expect((await app.request(null, 'GET', `/api/scripts/${unconcerned}`)).status).toBe(200)
  expect(await inTransaction(app.db, (tx) => removeScriptsOf(tx, moderator, author.id, spam, now))).toEqual(
    [],
  )

  const undo = (removalIds: number[]) =>
    inTransaction(app.db, (tx) =>
      restoreScriptsOf(tx, moderator, { userId: author.id, removalIds }, after(now, minute)),
    )
  expect(await undo([])).toEqual([])
  expect(await undo(removed)).toEqual([...ids, waiting])
  expect(await undo(removed)).toEqual([])

  expect(await totalsOf(author)).toEqual(shown)
  const { rows } = await app.db.execute(
    sql`select id, publication from scripts where user_id = ${author.id} order by id`,
  )
  expect(rows).toEqual([
    ...ids.map((id) => ({ id, publication: 'published' })),
    { id: waiting, publication: 'review' },
    { id: earlier, publication: 'removed' },
  ])
  await dispatchAll(app)
  const { notifications } = (await app.request(author, 'GET', '/api/notifications')).body
  expect(notifications.map(({ text }: { text: string }) => text)).toEqual([
    'A moderator restored your 5 scripts.',
    'A moderator hid your 5 scripts. Reason: spam. Only advertising.',
    'A moderator hid Garage system. Reason: spam. Only advertising.',
  ])
})

test('a moderator cannot hide all scripts of their own, and a failed transaction hides nothing', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })
  const own = inTransaction(app.db, (tx) => removeScriptsOf(tx, moderator, moderator.id, spam, now))
  const failed = inTransaction(app.db, async (tx) => {
    await removeScriptsOf(tx, moderator, author.id, spam, now)
    throw new Error('rolled back')
  })

  await expect(own).rejects.toThrow('You cannot hide or restore your own scripts')
  await expect(failed).rejects.toThrow('rolled back')
  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(200)
})

test('two moderators hide one script at the same time: one of them does, counts change once', async () => {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author })
  const { totalScripts } = (await app.request(null, 'GET', '/api/stats')).body

  const attempts = await Promise.allSettled(
    [moderator, other].map((user) => inTransaction(app.db, (tx) => removeScript(tx, user, id, spam, now))),
  )

  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await app.request(null, 'GET', '/api/stats')).body.totalScripts).toBe(totalScripts - 1)
})
