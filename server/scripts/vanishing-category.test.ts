import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database.ts'
import { startTestHub } from '#server/testing.ts'

import { changeForm, filesOnDisk, scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const owner = await hub.owner()
const author = await hub.person('scripts.upload')

let added = 0
async function addedCategory(): Promise<{ id: number; name: string }> {
  const draft = { name: `Passing ${++added}`, description: 'Here and gone', color: '#336699' }
  return (await hub.as(owner, 'POST', '/api/categories', draft)).body
}

const refusal = { status: 400, body: { code: 'validation', fields: { category: 'Category does not exist' } } }

const waiting = async () => {
  const { rows } = await hub.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count
}

/** Deletes a category, and commits when the writing that is begun meanwhile waits for it. */
async function whileDeleting<Answer>(id: number, write: () => Promise<Answer>): Promise<Answer> {
  const { answer } = await inTransaction(hub.db, async (tx) => {
    await tx.execute(sql`delete from categories where id = ${id}`)
    const writing = write()
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    return { answer: writing }
  })
  return answer
}

test('a script that is submitted while its category goes is refused whole', async () => {
  const category = await addedCategory()
  const files = await filesOnDisk(hub.dataDir)
  const form = await scriptForm({ name: 'Too late', category: category.name })

  const answer = await whileDeleting(category.id, () => hub.as(author, 'POST', '/api/scripts', form))

  expect(answer).toMatchObject(refusal)
  expect(await filesOnDisk(hub.dataDir)).toEqual(files)
})

test('a script that moves to a category that goes stays where it was', async () => {
  const category = await addedCategory()
  const { body: script } = await hub.as(author, 'POST', '/api/scripts', await scriptForm({ name: 'Settled' }))
  const form = changeForm({ category: category.name })

  const answer = await whileDeleting(category.id, () =>
    hub.as(author, 'PUT', `/api/scripts/${script.id}`, form),
  )

  expect(answer).toMatchObject(refusal)
  expect((await hub.as(author, 'GET', `/api/scripts/${script.id}`)).body.category).toBe('Cars')
})

test('a category is kept by the script that came first, and goes once it is empty', async () => {
  const category = await addedCategory()
  const form = await scriptForm({ name: 'In time', category: category.name })
  const { body: script } = await hub.as(author, 'POST', '/api/scripts', form)
  const remove = () => hub.as(owner, 'DELETE', `/api/categories/${category.id}`)

  expect((await remove()).status).toBe(409)
  expect((await hub.as(author, 'DELETE', `/api/scripts/${script.id}`)).status).toBeLessThan(300)
  expect((await remove()).status).toBe(204)
})
