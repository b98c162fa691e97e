import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { end, headOf, multipartType, part, startForm } from './testing-forms.ts'
import { filesIn } from './testing.ts'

test.each([
  ['no boundary', 'multipart/form-data', 'bad_request', 400],
  ['an empty boundary', 'multipart/form-data; boundary=', 'bad_request', 400],
  ['JSON', 'application/json', 'unsupported_media_type', 415],
  ['an url-encoded form', 'application/x-www-form-urlencoded', 'unsupported_media_type', 415],
  ['another multipart type', 'multipart/mixed; boundary=x', 'unsupported_media_type', 415],
  ['a type that only starts alike', 'multipart/form-datax; boundary=x', 'unsupported_media_type', 415],
])('a body with %s is refused', async (_, contentType, code, expectedStatus) => {
  const { send } = await startForm()

  const { status, failure } = await send('{"name":"Garage"}', { 'content-type': contentType })

  expect(failure).toMatchObject({ code })
  expect(status).toBe(expectedStatus)
})

test.each([
  ['in the middle of a file', part('name="scriptFile"; filename="a.zip"', 'x'.repeat(500)).slice(0, -100)],
  ['in the middle of a field', part('name="name"', 'Garage').slice(0, -3)],
  ['in the middle of a header', part('name="name"', 'Garage').slice(0, 40)],
  ['before its last boundary', part('name="scriptFile"; filename="a.zip"', 'x')],
  ['before anything', ''],
])('a form that ends %s is refused and leaves nothing', async (_, body) => {
  const { folder, send } = await startForm()

  const { status, failure } = await send(body, multipartType)

  expect(failure).toMatchObject({ code: 'bad_request', message: 'The form ended too early' })
  expect(status).toBe(400)
  expect(await filesIn(folder)).toEqual([])
})

test('a body announced above all limits together is refused before it is read', async () => {
  const { folder, open, settled } = await startForm()
  const socket = await open(headOf('content-length: 100000000'))

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect((await settled())?.failure).toMatchObject({
    code: 'too_large',
    fields: { scriptFile: 'File too large' },
  })
  expect(await filesIn(folder)).toEqual([])
})

test('a body without an announced length is cut at all limits together', async () => {
  const { open, settled } = await startForm()
  const socket = await open(headOf('transfer-encoding: chunked'))
  const start = part('name="unknown"; filename="a"', '')
  socket.write(`${start.length.toString(16)}\r\n${start}\r\n`)
  const flood = setInterval(() => socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 1)
  onTestFinished(() => clearInterval(flood))

  expect((await settled())?.failure).toMatchObject({ code: 'too_large' })
  socket.destroy()
})

test('a client that goes away in the middle leaves nothing', async () => {
  const { folder, open, settled } = await startForm()
  const socket = await open(
    headOf('content-length: 1500') +
      part('name="scriptFile"; filename="a.zip"', 'x'.repeat(500)).slice(0, -2),
  )
  await expect.poll(async () => (await filesIn(folder)).length).toBe(1)

  socket.destroy()

  expect((await settled())?.failure).toMatchObject({ code: 'bad_request' })
  expect(await filesIn(folder)).toEqual([])
})

test.each([
  ['a file', part('name="scriptFile"; filename="a.zip"', 'x').slice(0, -2)],
  ['a field', part('name="name"', 'x').slice(0, -2)],
  ['a header', part('name="name"', 'x').slice(0, 30)],
])('a form that never ends within %s is cut off', async (_, body) => {
  const { folder, open, settled } = await startForm({ pace: { idleMs: 100 } })
  const socket = await open(headOf('content-length: 1500') + body)

  expect((await settled())?.failure).toMatchObject({ message: 'The upload stalled and was cut off' })
  expect(await filesIn(folder)).toEqual([])
  socket.destroy()
})

test('a dripping form is cut off although it never falls silent', async () => {
  const { open, settled } = await startForm({ pace: { idleMs: 5000, rateMin: 16_384, rateWindowMs: 100 } })
  const socket = await open(headOf('content-length: 1500') + part('name="name"', 'x').slice(0, -2))
  const drip = setInterval(() => socket.write('.'), 10)
  onTestFinished(() => clearInterval(drip))

  expect((await settled())?.failure).toMatchObject({ message: 'The upload was too slow and was cut off' })
  socket.destroy()
})

test('a client that is still sending gets the answer and not a reset', async () => {
  const { send } = await startForm({ fieldSizeMax: 1_000_000, files: {}, fieldsMax: 10 })
  const body = part('name="a\0"', 'x') + part('name="b"', 'x'.repeat(900_000)).repeat(8) + end

  const { status } = await send(body, multipartType)

  expect(status).toBe(400)
})
