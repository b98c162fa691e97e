import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { end, requestHead, multipartHeaders, part, startFormServer } from '#test-support/multipart-forms.ts'
import { filesIn } from '#test-support/files.ts'

test.each([
  ['no boundary', 'multipart/form-data', 'bad_request', 400],
  ['an empty boundary', 'multipart/form-data; boundary=', 'bad_request', 400],
  ['JSON', 'application/json', 'unsupported_media_type', 415],
  ['an url-encoded form', 'application/x-www-form-urlencoded', 'unsupported_media_type', 415],
  ['another multipart type', 'multipart/mixed; boundary=x', 'unsupported_media_type', 415],
  ['a type with the same prefix', 'multipart/form-datax; boundary=x', 'unsupported_media_type', 415],
])('a body with %s is rejected', async (_, contentType, code, expectedStatus) => {
  const { send } = await startFormServer()

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
])('a form that ends %s is rejected and leaves no file', async (_, body) => {
  const { folder, send } = await startFormServer()

  const { status, failure } = await send(body, multipartHeaders)

  expect(failure).toMatchObject({ code: 'bad_request', message: 'The form ended too early' })
  expect(status).toBe(400)
  expect(await filesIn(folder)).toEqual([])
})

test('a Content-Length above all limits together is rejected before the body is read', async () => {
  const { folder, open, settled } = await startFormServer()
  const socket = await open(requestHead('content-length: 100000000'))

  const response = await text(socket)

  expect(response).toMatch(/^HTTP\/1\.1 413 /)
  expect((await settled())?.failure).toMatchObject({
    code: 'too_large',
    fields: { scriptFile: 'File too large' },
  })
  expect(await filesIn(folder)).toEqual([])
})

test('a body without Content-Length is aborted above all limits together', async () => {
  const { open, settled } = await startFormServer()
  const socket = await open(requestHead('transfer-encoding: chunked'))
  const start = part('name="unknown"; filename="a"', '')
  socket.write(`${start.length.toString(16)}\r\n${start}\r\n`)
  const flood = setInterval(() => socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 1)
  onTestFinished(() => clearInterval(flood))

  expect((await settled())?.failure).toMatchObject({ code: 'too_large' })
  socket.destroy()
})

test('a client that disconnects leaves no file', async () => {
  const { folder, open, settled } = await startFormServer()
  const socket = await open(
    requestHead('content-length: 1500') +
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
])('a form that stalls within %s is aborted', async (_, body) => {
  const { folder, open, settled } = await startFormServer({ minRate: { idleMs: 100 } })
  const socket = await open(requestHead('content-length: 1500') + body)

  expect((await settled())?.failure).toMatchObject({ message: 'The upload stalled and was cut off' })
  expect(await filesIn(folder)).toEqual([])
  socket.destroy()
})

test('a slow form is aborted', async () => {
  const { open, settled } = await startFormServer({
    minRate: { idleMs: 5000, rateMin: 16_384, rateWindowMs: 100 },
  })
  const socket = await open(requestHead('content-length: 1500') + part('name="name"', 'x').slice(0, -2))
  const trickle = setInterval(() => socket.write('.'), 10)
  onTestFinished(() => clearInterval(trickle))

  expect((await settled())?.failure).toMatchObject({ message: 'The upload was too slow and was cut off' })
  socket.destroy()
})

test('a client that is still sending receives the error response and not a reset', async () => {
  const { send } = await startFormServer({ fieldSizeMax: 1_000_000, files: {}, fieldsMax: 10 })
  const body = part('name="a\0"', 'x') + part('name="b"', 'x'.repeat(900_000)).repeat(8) + end

  const { status } = await send(body, multipartHeaders)

  expect(status).toBe(400)
})
