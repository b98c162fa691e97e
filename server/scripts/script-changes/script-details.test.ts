import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { createPng, editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const details = {
  documentation: '# Setup\r\n![The menu](image-1)',
  license: 'MIT',
  sourceUrl: 'https://git.example.com/garage',
  documentationUrl: 'https://docs.example.com/garage?page=1',
  supportUrl: 'https://chat.example.com/invite',
}
const submit = async (fields: Record<string, string>) =>
  app.request(author, 'POST', '/api/scripts', await scriptForm(fields))
const edit = (user: TestUser, id: number, fields: Record<string, string>) =>
  app.request(user, 'PUT', `/api/scripts/${id}`, editForm(fields))
const read = async (id: number) => (await app.request(null, 'GET', `/api/scripts/${id}`)).body
const countScripts = async () => (await app.db.execute(sql`select count(*) from scripts`)).rows[0]

test.each([
  ['documentation', 'Documentation must be at most 20000 characters', 'x'.repeat(20_001)],
  ['documentation', 'Text must not contain NUL characters', 'a\u0000b'],
  ['license', 'Licence must be one of the offered SPDX identifiers', 'mit'],
  ['license', 'Licence must be one of the offered SPDX identifiers', 'Beerware'],
  [
    'sourceUrl',
    'Source repository must be a link that starts with http:// or https://',
    'https://user:password@git.example.com',
  ],
  [
    'sourceUrl',
    'Source repository must be a link that starts with http:// or https://',
    'git.example.com/garage',
  ],
  [
    'documentationUrl',
    'Documentation link must be a link that starts with http:// or https://',
    'javascript:alert(1)',
  ],
  [
    'supportUrl',
    'Support link must be a link that starts with http:// or https://',
    'https://chat.example.com/a b',
  ],
  [
    'supportUrl',
    'Support link must be at most 500 characters',
    `https://chat.example.com/${'x'.repeat(500)}`,
  ],
])('a submission and an edit with an invalid %s are rejected: %s', async (field, message, text) => {
  const { body: script } = await submit(details)
  const before = [await countScripts(), await read(script.id)]
  const rejection = { status: 400, body: { fields: { [field]: expect.stringContaining(message) } } }

  expect(await submit({ [field]: text })).toMatchObject(rejection)
  expect(await edit(author, script.id, { [field]: text })).toMatchObject(rejection)

  expect([await countScripts(), await read(script.id)]).toEqual(before)
})

test('a script has a documentation, a licence and links; an edit changes what it sends, and an empty text removes it', async () => {
  const { status, body: script } = await submit(details)
  expect(status).toBe(201)
  const documentation = '# Setup\n![The menu](image-1)'
  expect(script).toMatchObject({
    ...details,
    documentation,
    formattedDocumentation: [
      { tag: 'h3', children: ['Setup'] },
      { tag: 'p', children: [{ tag: 'img', src: script.images[0], alt: 'The menu' }] },
    ],
  })
  expect(await read(script.id)).toEqual(script)

  const { body: changed } = await edit(author, script.id, { license: 'GPL-3.0-only', supportUrl: '' })
  expect(changed).toMatchObject({ documentation, license: 'GPL-3.0-only', sourceUrl: details.sourceUrl })
  expect(changed).not.toHaveProperty('supportUrl')
  const { body: empty } = await edit(author, script.id, {
    documentation: ' ',
    license: '',
    sourceUrl: '',
    documentationUrl: '',
  })
  for (const name of [...Object.keys(details), 'formattedDocumentation'])
    expect(empty).not.toHaveProperty(name)
})

test('a script without them has none of these fields', async () => {
  const { body: script } = await submit({})
  for (const name of [...Object.keys(details), 'formattedDocumentation'])
    expect(script).not.toHaveProperty(name)
})

test('20,000 characters of three bytes each are stored, and can be edited with the expected text', async () => {
  const documentation = '한'.repeat(20_000)
  const { body: script } = await submit({ documentation })
  const { status, body } = await edit(author, script.id, {
    documentation: `${documentation.slice(1)}!`,
    expected: JSON.stringify({ documentation }),
  })

  expect(status).toBe(200)
  expect(body.documentation).toBe(`${documentation.slice(1)}!`)
})

test('a documentation shows the new images after they were replaced', async () => {
  const { body: script } = await submit(details)
  const form = editForm({}, { images: [{ content: await createPng() }] })
  const { body } = await app.request(author, 'PUT', `/api/scripts/${script.id}`, form)

  expect(body.images[0]).not.toBe(script.images[0])
  expect(JSON.stringify(body.formattedDocumentation)).toContain(body.images[0])
})

test('an edit of a value that another user has changed since is a conflict', async () => {
  const { body: script } = await submit({ license: 'MIT' })
  await edit(author, script.id, { license: 'ISC', sourceUrl: details.sourceUrl })
  const stale = { license: 'Zlib', sourceUrl: 'https://other.example.com/' }

  expect(
    await edit(author, script.id, { ...stale, expected: JSON.stringify({ license: 'MIT', sourceUrl: '' }) }),
  ).toMatchObject({
    status: 409,
    body: { fields: { license: expect.any(String), sourceUrl: expect.any(String) } },
  })
  expect((await read(script.id)).license).toBe('ISC')
})

test('the log names the changed values, and the long text of an edit by a moderator', async () => {
  const { body: script } = await submit(details)
  const metadata = async () => {
    const { rows } = await app.db.execute<{ metadata: Record<string, unknown> }>(sql`
      select metadata from activities where target_id = ${script.id} order by id desc limit 1`)
    return rows[0]?.metadata
  }

  await edit(author, script.id, { license: 'ISC', documentation: 'New text' })
  expect(await metadata()).toMatchObject({
    changed: ['documentation', 'license'],
    old: { license: 'MIT' },
    new: { license: 'ISC' },
  })
  await edit(moderator, script.id, { documentation: '', supportUrl: '' })
  expect(await metadata()).toMatchObject({
    changed: ['documentation', 'supportUrl'],
    old: { documentation: 'New text', supportUrl: details.supportUrl },
    new: { documentation: '', supportUrl: '' },
    reason: 'moderation',
  })
  const { rows } = await app.db.execute<{ data: unknown }>(sql`
    select data from events where data::text like '%Support link%'`)
  expect(JSON.stringify(rows)).toContain('The documentation was changed')
})

test('a list is filtered by licence, and an edit of a licence is in it at once', async () => {
  const list = async (license: string) => {
    const { status, body } = await app.request(null, 'GET', `/api/scripts?license=${license}`)
    return status === 200 ? body.scripts.map(({ id }: { id: number }) => id) : body.fields
  }
  const { body: script } = await submit({ license: 'Zlib' })

  expect(await list('beerware')).toEqual({ license: 'Licence must be one of the offered SPDX identifiers' })
  expect(await list('Zlib')).toEqual([script.id])
  expect(await list('Unlicense')).toEqual([])
  const { body: found } = await app.request(null, 'GET', '/api/scripts?q=garage&license=Zlib')
  expect(found.scripts.map(({ id }: { id: number }) => id)).toEqual([script.id])
  await edit(author, script.id, { license: 'Unlicense' })
  expect(await list('Zlib')).toEqual([])
  expect(await list('Unlicense')).toEqual([script.id])
})

test('a feed names the licence', async () => {
  await submit({ license: 'LicenseRef-All-Rights-Reserved' })

  expect((await app.request(null, 'GET', '/feed.xml')).body).toContain('<rights>All rights reserved</rights>')
})

test('a preview with images is that of a documentation and shows these only', async () => {
  const description = '![One](image-1) ![Two](image-2) ![Other](https://other.example/pixel.png)'
  const preview = (images: string[]) =>
    app.request(author, 'POST', '/api/scripts/preview', { description, images })

  expect((await preview(Array.from({ length: 6 }, () => 'a'))).status).toBe(400)
  expect(await preview(['blob:one'])).toMatchObject({
    status: 200,
    body: {
      formattedDescription: [
        { tag: 'p', children: [{ tag: 'img', src: 'blob:one', alt: 'One' }, ' ', 'Two', ' ', 'Other'] },
      ],
    },
  })
})
