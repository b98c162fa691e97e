import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { editForm, filesOnDisk, createPng, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const changedMeanwhile = 'This has changed since you opened it'

async function submitted() {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  return body
}

const edit = (user: typeof author, { id }: { id: number }, form: FormData) =>
  app.request(user, 'PUT', `/api/scripts/${id}`, form)

const archive = (text: string) => ({
  fileName: 'new.zip',
  content: zipOf([{ name: 'main.lua', content: text }]),
})

const replacing = async (text: string, fields: Record<string, string>) =>
  editForm(fields, { archive: archive(text), images: [{ content: await createPng() }] })

const countFiles = async () => (await filesOnDisk(app.dataDir)).length

async function state({ id }: { id: number }) {
  const { body } = await app.request(null, 'GET', `/api/scripts/${id}`)
  const { rows } = await app.db.execute(sql`
    select count(*)::integer as activities from activities where target_id = ${id}`)
  return { body, activities: rows[0] }
}

test('a field that another user has changed since the form was loaded is rejected by name, others are not', async () => {
  const script = await submitted()
  const expected = JSON.stringify(script)
  const moderated = editForm({ name: 'Tidy garage', tags: '["tidy"]', script_status: 'Decrypted' })
  expect((await edit(moderator, script, moderated)).status).toBe(200)
  const before = await state(script)

  const late = { name: 'My garage', tags: '["mine"]', version: '9.0', expected }
  expect(await edit(author, script, editForm(late))).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { name: changedMeanwhile, tags: changedMeanwhile } },
  })
  expect(await state(script)).toEqual(before)

  // Equal new values and fields that only one user changed are no conflict; without `expected` nothing is.
  const compatible = editForm({ script_status: 'Decrypted', version: '9.0', expected })
  expect((await edit(author, script, compatible)).body).toMatchObject({ version: '9.0', name: 'Tidy garage' })
  expect((await edit(author, script, editForm({ name: 'My garage' }))).body.name).toBe('My garage')
})

test('an archive and images that another user has replaced are rejected, and no file remains', async () => {
  const script = await submitted()
  const expected = JSON.stringify({ images: script.images, sha256: script.sha256 })
  const filesBefore = await countFiles()
  expect((await edit(moderator, script, await replacing('theirs', {}))).status).toBe(200)
  // Replaced images are removed after the commit; the archive of the earlier version is kept.
  await expect.poll(countFiles).toBe(filesBefore + 1)
  const before = await state(script)

  expect(await edit(author, script, await replacing('mine', { expected }))).toMatchObject({
    status: 409,
    body: { fields: { images: changedMeanwhile, scriptFile: changedMeanwhile } },
  })
  const removing = editForm({ removeImages: JSON.stringify(script.images), expected })
  expect((await edit(author, script, removing)).body.fields).toEqual({ images: changedMeanwhile })

  expect(await state(script)).toEqual(before)
  expect(await countFiles()).toBe(filesBefore + 1)
})

test.each(['x', '[]', '"name"', '{"tags": "cars"}'])(
  'expected must be a JSON object: %s',
  async (expected) => {
    const script = await submitted()

    expect(await edit(author, script, editForm({ name: 'My garage', expected }))).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    })
  },
)

test('of two concurrent edits of one field one gets a conflict', async () => {
  for (let round = 0; round < 5; round++) {
    const script = await submitted()
    const expected = JSON.stringify({ name: script.name })
    const changes = ['One', 'Two'].map((name) => editForm({ name: `${name} garage`, expected }))

    const responses = await Promise.all([
      edit(author, script, changes[0] ?? new FormData()),
      edit(moderator, script, changes[1] ?? new FormData()),
    ])

    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})
