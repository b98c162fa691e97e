import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#platform/testing-archives/zip.ts'
import { startTestHub } from '#server/testing.ts'

import { changeForm, filesOnDisk, picture, scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
const moderator = await hub.person('admin.system.access', 'admin.scripts.moderate')
const changedMeanwhile = 'Somebody else has changed this in the meantime'

async function submitted() {
  const { body } = await hub.as(author, 'POST', '/api/scripts', await scriptForm())
  return body
}

const edit = (someone: typeof author, { id }: { id: number }, form: FormData) =>
  hub.as(someone, 'PUT', `/api/scripts/${id}`, form)

const archive = (text: string) => ({
  fileName: 'new.zip',
  content: zipOf([{ name: 'main.lua', content: text }]),
})

const replacing = async (text: string, fields: Record<string, string>) =>
  changeForm(fields, { archive: archive(text), images: [{ content: await picture() }] })

const countFiles = async () => (await filesOnDisk(hub.dataDir)).length

async function state({ id }: { id: number }) {
  const { body } = await hub.as(null, 'GET', `/api/scripts/${id}`)
  const { rows } = await hub.db.execute(sql`
    select count(*)::integer as told from activities where target_id = ${id}`)
  return { body, told: rows[0] }
}

test('a field that somebody else has changed since the form was opened is refused and named, the rest is not', async () => {
  const script = await submitted()
  const expected = JSON.stringify(script)
  const moderated = changeForm({ name: 'Tidy garage', tags: '["tidy"]', script_status: 'Decrypted' })
  expect((await edit(moderator, script, moderated)).status).toBe(200)
  const before = await state(script)

  const late = { name: 'My garage', tags: '["mine"]', version: '9.0', expected }
  expect(await edit(author, script, changeForm(late))).toMatchObject({
    status: 409,
    body: { code: 'conflict', fields: { name: changedMeanwhile, tags: changedMeanwhile } },
  })
  expect(await state(script)).toEqual(before)

  // What both want alike, and what only one has touched, is no conflict; nor is anything for who does not ask.
  const alike = changeForm({ script_status: 'Decrypted', version: '9.0', expected })
  expect((await edit(author, script, alike)).body).toMatchObject({ version: '9.0', name: 'Tidy garage' })
  expect((await edit(author, script, changeForm({ name: 'My garage' }))).body.name).toBe('My garage')
})

test('an archive and pictures that somebody else has replaced are refused, and no file stays behind', async () => {
  const script = await submitted()
  const expected = JSON.stringify({ images: script.images, sha256: script.sha256 })
  const filesBefore = await countFiles()
  expect((await edit(moderator, script, await replacing('theirs', {}))).status).toBe(200)
  // What was replaced goes once the change has committed.
  await expect.poll(countFiles).toBe(filesBefore)
  const before = await state(script)

  expect(await edit(author, script, await replacing('mine', { expected }))).toMatchObject({
    status: 409,
    body: { fields: { images: changedMeanwhile, scriptFile: changedMeanwhile } },
  })
  const removing = changeForm({ removeImages: JSON.stringify(script.images), expected })
  expect((await edit(author, script, removing)).body.fields).toEqual({ images: changedMeanwhile })

  expect(await state(script)).toEqual(before)
  expect(await countFiles()).toBe(filesBefore)
})

test.each(['x', '[]', '"name"', '{"tags": "cars"}'])(
  'what is expected is a JSON object: %s',
  async (expected) => {
    const script = await submitted()

    expect(await edit(author, script, changeForm({ name: 'My garage', expected }))).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    })
  },
)

test('of two who change one field of a script from the same form one is told so', async () => {
  for (let round = 0; round < 5; round++) {
    const script = await submitted()
    const expected = JSON.stringify({ name: script.name })
    const changes = ['One', 'Two'].map((name) => changeForm({ name: `${name} garage`, expected }))

    const answers = await Promise.all([
      edit(author, script, changes[0] ?? new FormData()),
      edit(moderator, script, changes[1] ?? new FormData()),
    ])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})
