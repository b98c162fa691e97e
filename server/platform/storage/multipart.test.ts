import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { end, multipartHeaders, part, startFormServer } from '#test-support/multipart-forms.ts'
import { filesIn } from '#test-support/files.ts'

function formOf(entries: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.append(name, value)
  return form
}

test('fields and files are received; each file is staged with its hash and a cleaned name', async () => {
  const { folder, send } = await startFormServer()
  const archive = randomBytes(1000)
  const form = formOf({ name: 'Garage', description: 'Zeilen\nmit ü' })
  form.append('images', new Blob(['first'], { type: 'image/png' }), 'a.png')
  form.append('scriptFile', new Blob([archive]), '../..\\evil/ü\u202Egpj.zip')
  form.append('images', new Blob(['second'], { type: 'image/gif' }), 'b.gif')

  const { status, form: received } = await send(form)

  expect(status).toBe(200)
  expect(received?.fields).toEqual({ name: 'Garage', description: 'Zeilen\r\nmit ü' })
  expect(received?.files.scriptFile).toMatchObject([
    {
      field: 'scriptFile',
      fileName: 'ügpj.zip',
      size: 1000,
      sha256: createHash('sha256').update(archive).digest('hex'),
    },
  ])
  expect(received?.files.images).toMatchObject([
    { fileName: 'a.png', mimeType: 'image/png', size: 5 },
    { fileName: 'b.gif', mimeType: 'image/gif', size: 6 },
  ])
  expect(await readFile(received?.files.scriptFile?.[0]?.path ?? '')).toEqual(archive)
  expect(await filesIn(folder)).toHaveLength(3)
})

test('discarding a form removes its files', async () => {
  const { folder, send } = await startFormServer()
  const form = new FormData()
  form.append('images', new Blob(['first']), 'a.png')
  form.append('scriptFile', new Blob(['x']), 'a.zip')
  const { form: received } = await send(form)

  await received?.discard()

  expect(await filesIn(folder)).toEqual([])
})

test('texts and names are UTF-8, whatever charset a part names, and may contain U+FFFD', async () => {
  const { send } = await startFormServer()
  const name = 'ü 😀 \uFFFD'
  const body =
    part('name="name"', name, 'text/plain; charset=iso-8859-1') +
    part('name="text"', name, 'text/plain; charset="UTF-8"') +
    part(`name="images"; filename="${name}"`, 'x') +
    part(`name="images"; filename*=UTF-8''${encodeURIComponent(name)}`, 'x') +
    end

  const { form } = await send(body, multipartHeaders)

  expect(form?.fields).toEqual({ name, text: name })
  expect(form?.files.images?.map(({ fileName }) => fileName)).toEqual([name, name])
})

test('a file input without a selection counts as absent; unknown files are ignored', async () => {
  const { folder, send } = await startFormServer()
  const body =
    part('name="images"; filename=""', '', 'application/octet-stream') +
    part('name="virus"; filename="v.exe"', 'MZ'.repeat(2000), 'application/octet-stream') +
    part('name="name"', 'Garage') +
    end

  const { form } = await send(body, multipartHeaders)

  expect(form).toMatchObject({ fields: { name: 'Garage' }, files: { images: [], scriptFile: [] } })
  expect(await filesIn(folder)).toEqual([])
})

test('files keep their order when a later one is staged first', async () => {
  const small = Promise.withResolvers<void>()
  const { send } = await startFormServer({
    stage: async (stream, sizeMax) => {
      const content = await text(stream)
      if (content === 'small') small.resolve()
      else await small.promise
      return {
        path: content,
        size: sizeMax,
        sha256: '',
        head: Buffer.alloc(0),
        discard: async () => undefined,
      }
    },
  })
  const form = new FormData()
  form.append('images', new Blob(['large']), 'a.png')
  form.append('images', new Blob(['small']), 'b.png')

  const { form: received } = await send(form)

  expect(received?.files.images?.map((file) => file.path)).toEqual(['large', 'small'])
})

const notUtf8 = '\xED\xA0\xBD'
const invalidBody = { code: 'bad_request', message: 'The request body is not valid UTF-8' }

test.each([
  [
    'a file one byte over its limit',
    part('name="scriptFile"; filename="a.zip"', 'x'.repeat(1001)),
    { code: 'too_large', fields: { scriptFile: 'File too large' } },
  ],
  [
    'a second image over its limit, with its number',
    part('name="images"; filename="a"', 'x') + part('name="images"; filename="b"', 'x'.repeat(101)),
    { code: 'too_large', fields: { images: 'Image 2 is too large' } },
  ],
  [
    'one image too many',
    part('name="images"; filename="a"', 'x').repeat(3),
    { code: 'validation', fields: { images: 'Maximum 2 images' } },
  ],
  [
    'a second script file',
    part('name="scriptFile"; filename="a"', 'x').repeat(2),
    { code: 'validation', fields: { scriptFile: 'One file' } },
  ],
  [
    'a text over its limit',
    part('name="name"', 'x'.repeat(51)),
    { code: 'too_large', fields: { name: 'This text is too long' } },
  ],
  [
    'a field sent twice',
    part('name="name"', 'x').repeat(2),
    { code: 'bad_request', message: 'The form holds the field name twice' },
  ],
  [
    'NUL in a value',
    part('name="name"', 'a\0b'),
    { code: 'validation', fields: { name: 'Text must not contain NUL characters' } },
  ],
  [
    'a value that is not UTF-8',
    part('name="name"', notUtf8),
    { code: 'validation', fields: { name: 'Text must be valid Unicode' } },
  ],
  [
    'a value that is not UTF-8 in a part that names its charset',
    part('name="name"', 'caf\xE9', 'text/plain; charset=iso-8859-1'),
    { code: 'validation', fields: { name: 'Text must be valid Unicode' } },
  ],
  ['a name of a field that is not UTF-8', part(`name="${notUtf8}"`, 'x'), invalidBody],
  ['a file name that is not UTF-8', part(`name="scriptFile"; filename="${notUtf8}.zip"`, 'x'), invalidBody],
  [
    'an encoded file name that is not UTF-8',
    part(`name="scriptFile"; filename*=UTF-8''%ED%A0%BD.zip`, 'x'),
    invalidBody,
  ],
  [
    'NUL in a name',
    part('name="na\0me"', 'x'),
    { code: 'bad_request', message: 'Text must not contain NUL characters' },
  ],
  ['NUL in the name of a file field', part('name="images\0"; filename="a"', 'x'), { code: 'bad_request' }],
  [
    'a part without a name',
    part('filename="a"', 'x'),
    { code: 'bad_request', message: 'A part of the form has no name' },
  ],
  ['a name that is too long', part(`name="${'n'.repeat(101)}"`, 'x'), { code: 'bad_request' }],
  [
    'too many fields',
    [1, 2, 3, 4].map((at) => part(`name="f${at}"`, 'x')).join(''),
    { code: 'bad_request', message: 'The form has too many parts' },
  ],
  [
    'too many unknown files',
    Array.from({ length: 20 }, (_, at) => part(`name="u${at}"; filename="a"`, 'x')).join(''),
    { code: 'bad_request', message: 'The form has too many parts' },
  ],
])('%s is rejected and leaves no file', async (_, parts, expected) => {
  const { folder, send } = await startFormServer()
  const before = part('name="scriptFile"; filename="before.zip"', 'staged before')
  const hasScriptFile = parts.includes('"scriptFile"')

  // Each character is one byte.
  const body = Buffer.from((hasScriptFile ? '' : before) + parts + end, 'latin1')
  const { status, failure } = await send(ReadableStream.from([body]), multipartHeaders)

  expect(failure).toMatchObject(expected)
  expect(status).toBe(expected.code === 'too_large' ? 413 : 400)
  expect(await filesIn(folder)).toEqual([])
})

test('a large file is streamed with bounded memory', async () => {
  const size = 256 << 20
  const { send } = await startFormServer({
    files: { big: { sizeMax: size, countMax: 1, tooLargeMessage: () => '', tooManyMessage: '' } },
  })
  const chunk = new Uint8Array(1 << 20)
  let memoryMax = 0
  async function* body() {
    yield Buffer.from(part('name="big"; filename="a.zip"', '').slice(0, -2))
    for (let sent = 0; sent < size; sent += chunk.length) {
      memoryMax = Math.max(memoryMax, process.memoryUsage().arrayBuffers)
      yield chunk
    }
    yield Buffer.from(`\r\n${end}`)
  }
  const before = process.memoryUsage().arrayBuffers

  const { form } = await send(ReadableStream.from(body()), multipartHeaders)

  expect(form?.files.big?.[0]?.size).toBe(size)
  expect(memoryMax - before).toBeLessThan(size / 2)
})
