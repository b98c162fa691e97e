import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const author = await app.createUser('scripts.upload')

let added = 0
async function createCategory(): Promise<{ id: number; name: string }> {
  const draft = { name: `Passing ${++added}`, description: 'Here and gone', color: '#336699' }
  return (await app.request(owner, 'POST', '/api/categories', draft)).body
}

const error = { status: 400, body: { code: 'validation', fields: { category: 'Category does not exist' } } }

const waiting = async () => {
  const { rows } = await app.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}

/** Deletes a category in a transaction and commits it when the concurrent write waits for the lock. */
async function whileDeleting<Result>(id: number, write: () => Promise<Result>): Promise<Result> {
  const { response } = await inTransaction(app.db, async (tx) => {
    await tx.execute(sql`delete from categories where id = ${id}`)
    const writing = write()
    await expect.poll(waiting).toBe(1)
    return { response: writing }
  })
  return response
}

test('a script that is submitted while its category is deleted is rejected', async () => {
  const category = await createCategory()
  const files = await filesOnDisk(app.dataDir)
  const form = await scriptForm({ name: 'Too late', category: category.name })

  const response = await whileDeleting(category.id, () => app.request(author, 'POST', '/api/scripts', form))

  expect(response).toMatchObject(error)
  expect(await filesOnDisk(app.dataDir)).toEqual(files)
})

test('a script that moves to a category while it is deleted keeps its category', async () => {
  const category = await createCategory()
  const { body: script } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: 'Settled' }),
  )
  const form = editForm({ category: category.name })

  const response = await whileDeleting(category.id, () =>
    app.request(author, 'PUT', `/api/scripts/${script.id}`, form),
  )

  expect(response).toMatchObject(error)
  expect((await app.request(author, 'GET', `/api/scripts/${script.id}`)).body.category).toBe('Cars')
})

test('a concurrent script prevents the deletion of its category until it is empty', async () => {
  const category = await createCategory()
  const form = await scriptForm({ name: 'In time', category: category.name })
  const { body: script } = await app.request(author, 'POST', '/api/scripts', form)
  const remove = () => app.request(owner, 'DELETE', `/api/categories/${category.id}`)

  expect((await remove()).status).toBe(409)
  expect((await app.request(author, 'DELETE', `/api/scripts/${script.id}`)).status).toBeLessThan(300)
  expect((await remove()).status).toBe(204)
})
