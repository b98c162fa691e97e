import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { createDiscordKeys } from '#test-support/discord.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { httpRoutes } from './routes.ts'

const { publicKey } = createDiscordKeys()
const discord = { applicationId: undefined, publicKey, botToken: undefined, apiUrl: 'http://127.0.0.1:9' }
const app = await startTestApp({ config: { metricsToken: 'a token for the collector', discord } })

test.each(httpRoutes.filter(({ access }) => access === 'verified-by-handler'))(
  '$method $path rejects a request without its credential',
  async ({ method, path }) => {
    const body = method === 'GET' || method === 'HEAD' ? null : '{}'
    const headers = {
      'content-type': method === 'PATCH' ? 'application/offset+octet-stream' : 'application/json',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
    }
    const url = new URL(path.replace(':token', 'invalid'), app.url)
    const { status } = await fetch(url, { method, body, headers })

    expect([401, 403, 404]).toContain(status)
  },
)

test.each([
  ['broken JSON', '{"email":', 'application/json', 400, 'bad_request'],
  ['JSON that is no object', '[]', 'application/json', 400, 'validation'],
  ['an empty body', '', 'application/json', 400, 'validation'],
  ['a NUL in a text', '{"email":"a\\u0000@b.c","password":"x"}', 'application/json', 400, 'validation'],
  ['half a surrogate pair', '{"email":"a\\ud800@b.c","password":"x"}', 'application/json', 400, 'validation'],
  ['half a surrogate pair in a key', '{"a\\ud800":""}', 'application/json', 400, 'validation'],
  ['a text body', 'email=a@b.c', 'text/plain', 415, 'unsupported_media_type'],
  ['a form body', 'email=a@b.c', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ['an unknown content type', '{}', ' application/jsonx', 415, 'unsupported_media_type'],
  ['a body over 64 KB', JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json', 413, 'too_large'],
])('%s gets an error in the form of the contract', async (_, body, type, status, code) => {
  const response = await app.request(null, 'POST', '/api/auth/login', body, { 'content-type': type })

  expect(response).toMatchObject({ status, body: { code } })
  expect(Object.keys(response.body).toSorted()).toEqual(
    code === 'validation' ? ['code', 'error', 'fields'] : ['code', 'error'],
  )
})

test.each([
  ['/api/scripts/%00', 404],
  ['/api/users/profile/a%00b', 404],
  ['/%00', 404],
  ['/api/scripts?q=%00', 400],
  ['/api/stats?unknown=%00', 400],
])('a NUL in the URL %s gets %i', async (path, status) => {
  expect((await app.request(null, 'GET', path)).status).toBe(status)
})

test('a client that is still sending a rejected body receives the error', async () => {
  const form = new FormData()
  form.set('scriptFile', new Blob([new Uint8Array(8_000_000)]), 'garage.zip')

  // Repeated, because a connection that is closed too early is not always reset before the response is read.
  for (let n = 0; n < 5; n++) {
    const response = await app.request(null, 'POST', '/api/scripts', form)
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(response.headers.get('connection')).toBe('close')
  }
})

test('a client that keeps sending a rejected body is disconnected', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/scripts HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\n')
  socket.write('content-length: 900000000\r\n\r\n')
  const chunk = Buffer.alloc(1_000_000)
  let sent = 0
  const sendMore = () => {
    while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
  }
  socket.on('drain', sendMore).resume()
  sendMore()

  await new Promise((resolve) => socket.once('close', resolve))
  expect(sent).toBeLessThan(100_000_000)
})

test('every response, including errors, has a request id of its own and the security headers', async () => {
  const responses = await Promise.all(
    ['/api/categories', '/api/categories', '/api/nothing', '/api/users/me', '/'].map((path) =>
      app.request(null, 'GET', path),
    ),
  )

  expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length)
  for (const { headers } of responses) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  }
})

test('unknown query keys add no entries to the cache', async () => {
  await app.request(null, 'GET', '/api/categories')
  const before = app.app.cache.size().entries

  for (let n = 0; n < 50; n++) await app.request(null, 'GET', `/api/categories?x=${n}`)

  expect(app.app.cache.size().entries).toBe(before)
})

test('an invalid query is rejected although the call without it is cached', async () => {
  await app.request(null, 'GET', '/api/scripts')

  const response = await app.request(null, 'GET', '/api/scripts?sort=random&page=x')

  expect(response).toMatchObject({ status: 400, body: { code: 'validation' } })
  expect(Object.keys(response.body.fields).toSorted()).toEqual(['page', 'sort'])
})

test('a client that sends its headers slowly is disconnected, and does not block others', async () => {
  const impatient = await startTestApp({ timeouts: { headers: 500 } })
  const { port } = new URL(impatient.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n')
  const timer = setInterval(() => socket.write('x-header: 1\r\n'), 50)
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => resolve()).on('error', () => undefined),
  )

  expect((await impatient.request(null, 'GET', '/api/health')).status).toBe(200)
  await closed
  clearInterval(timer)
})

test('reads are rate limited by IP, with Retry-After', async () => {
  const limited = await startTestApp({ config: { rateLimits: true } })
  const responses = await Promise.all(
    Array.from({ length: 320 }, () => limited.request(null, 'GET', '/api/categories')),
  )

  const rejected = responses.filter(({ status }) => status === 429)
  expect(rejected.length).toBeGreaterThan(0)
  expect(responses.length - rejected.length).toBe(300)
  expect(rejected[0]).toMatchObject({ body: { code: 'rate_limited' } })
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(rejected[0]?.headers.get('access-control-allow-origin')).toBe('*')
  await limited.close()
})

test('X-Forwarded-For is used only if it comes from a trusted proxy', async () => {
  const direct = await startTestApp({ config: { rateLimits: true } })
  const proxied = await startTestApp({ config: { rateLimits: true, trustedProxies: ['127.0.0.1'] } })
  const flood = (target: typeof direct) =>
    Promise.all(
      Array.from({ length: 320 }, (_, n) =>
        target.request(null, 'GET', '/api/categories', undefined, {
          'x-forwarded-for': `203.0.113.${n % 200}`,
        }),
      ),
    )

  expect((await flood(direct)).some(({ status }) => status === 429)).toBe(true)
  expect((await flood(proxied)).every(({ status }) => status === 200)).toBe(true)
  await direct.close()
  await proxied.close()
})
