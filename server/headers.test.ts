import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { httpRoutes } from './routes.ts'

const metricsToken = 'a-token-for-the-metrics'
const app = await startTestApp({ config: { metricsToken } })
const member = await app.createUser('scripts.upload')
const { body: script } = await app.request(
  member,
  'POST',
  '/api/scripts',
  await scriptForm({ name: 'Harbour' }),
)

const constant = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const asset = /"(\/assets\/[^" ]+\.js)"/.exec((await app.request(null, 'GET', '/')).body)?.[1] ?? ''

type Case = [what: string, method: string, path: string, status: number, headers?: Record<string, string>]

/** Every kind of response. */
const cases: Case[] = [
  ['a call', 'GET', '/api/categories', 200],
  ['a call from the cache', 'GET', '/api/categories', 200],
  ['an uncached call', 'GET', '/api/users/me', 200, { authorization: `Bearer ${member.token}` }],
  ['304 of a call', 'GET', '/api/categories', 304, { 'if-none-match': '*' }],
  ['a page', 'GET', '/scripts', 200],
  ['a page from the cache', 'GET', '/scripts', 200],
  ['304 of a page', 'GET', '/scripts', 304, { 'if-none-match': '*' }],
  ['a search', 'GET', '/scripts?q=harbour', 200],
  ['an unknown page', 'GET', '/nowhere', 404],
  ['a path with encoded dots', 'GET', `/scripts/${script.id}/%2e%2e/%2e%2e/etc`, 404],
  ['a path with an invalid escape', 'GET', '/api/scripts/%zz', 400],
  ['a path with a segment of 3000 characters', 'GET', `/api/users/profile/${'x'.repeat(3000)}`, 404],
  ['a path with a NUL', 'GET', '/api/scripts/%00', 404],
  ['an unknown call', 'GET', '/api/nothing', 404],
  ['an unknown file', 'GET', '/files/nothing', 404],
  ['a method that the path does not have', 'PUT', '/api/categories', 405],
  ['a method that no path has', 'PROPFIND', '/', 404],
  ['HEAD', 'HEAD', '/scripts', 200],
  ['OPTIONS', 'OPTIONS', '/api/categories', 405],
  ['an invalid query', 'GET', '/api/scripts?page=x', 400],
  ['an invalid body', 'POST', '/api/auth/login', 400, { 'content-type': 'application/json' }],
  ['a wrong content type', 'POST', '/api/auth/login', 415, { 'content-type': 'text/plain' }],
  ['an invalid token', 'GET', '/api/users/me', 401, { authorization: 'Bearer nobody' }],
  ['a client file', 'GET', asset, 200],
  ['an unknown client file', 'GET', '/assets/nothing.js', 404],
  ['an unknown image', 'GET', '/files/images/nothing.webp', 404],
  ['an invalid download link', 'GET', '/files/download/nothing', 403],
  ['an invalid link to an export', 'GET', '/files/export/nothing', 403],
  ['a link that ends emails', 'GET', '/unsubscribe/email/1/followed/nothing', 404],
  ['an invalid upload URL', 'PUT', '/files/upload/nothing', 403],
  ['OPTIONS of tus', 'OPTIONS', '/files/upload', 204],
  ['metrics without the token', 'GET', '/metrics', 404],
  ['metrics', 'GET', '/metrics', 200, { authorization: `Bearer ${metricsToken}` }],
  ['the feed', 'GET', '/feed.xml', 200],
  ['the feed of a category', 'GET', '/feed/category/Cars.xml', 200],
  ['the feed of an author', 'GET', `/feed/author/${member.username}.xml`, 200],
  ['the feed of an unknown collection', 'GET', '/feed/collection/999999.xml', 404],
  ['the feed of a script', 'GET', `/feed/script/${script.id}.xml`, 200],
  ['the script that reports updates', 'GET', '/updates.lua', 200],
  ['the command line', 'GET', '/cli.mjs', 200],
  ['the hash of the command line', 'GET', '/cli.mjs.sha256', 200],
  ['the sitemap', 'GET', '/sitemap.xml', 200],
  ['an unknown part of the sitemap', 'GET', '/sitemap/nothing', 404],
  ['a file that is not stored', 'GET', '/files/content/1/0', 404],
  ['an unknown avatar', 'GET', '/files/avatars/nothing.webp', 404],
  ['robots.txt', 'GET', '/robots.txt', 200],
  ['the icon', 'GET', '/favicon.svg', 200],
  ['the icon of old browsers', 'GET', '/favicon.ico', 200],
  ['the icon of Apple devices', 'GET', '/apple-touch-icon.png', 200],
  ['the icon of the manifest', 'GET', '/icon-192.png', 200],
  ['the large icon of the manifest', 'GET', '/icon-512.png', 200],
  ['the share image', 'GET', '/share.png', 200],
  ['the manifest', 'GET', '/manifest.webmanifest', 200],
  ['security.txt', 'GET', '/.well-known/security.txt', 200],
  ['the description of the site for tools', 'GET', '/.well-known/scripthaven.json', 200],
  ['the feed of recalls', 'GET', '/feed/recalls.xml', 200],
  ['the change of a password', 'GET', '/.well-known/change-password', 302],
  ['the OpenAPI document', 'GET', '/api/openapi.json', 200],
  ['the API reference', 'GET', '/api/docs', 200],
  ['a file of the API reference', 'GET', '/api/docs/viewer.js', 200],
  ['the API guide', 'GET', '/api/guide', 200],
  ['health', 'GET', '/api/health', 200],
]

test.each(cases)('%s has every security header', async (_, method, path, status, headers = {}) => {
  const response = await send(method, path, headers)

  expect(response.status).toBe(status)
  expect(response.headers).toMatchObject(constant)
  expect(response.headers['x-request-id']).toMatch(/^\w+-\w+$/)
  expectPolicy(path, response.headers)
})

test.each(cases.filter(([, method]) => method === 'GET'))(
  'HEAD of %s has the headers of GET and no body',
  async (_, method, path, status, headers = {}) => {
    const get = await send(method, path, headers)
    const head = await send('HEAD', path, headers)

    expect(head).toMatchObject({ status, body: '' })
    expect(withoutVariable(path, head.headers)).toEqual(withoutVariable(path, get.headers))
  },
)

test.each<Case>([
  ['a public call', 'GET', '/api/categories', 200],
  ['a public call from the cache', 'GET', '/api/categories', 200],
  ['304 of a public call', 'GET', '/api/categories', 304, { 'if-none-match': '*' }],
  ['a public call that is not cached', 'GET', `/api/scripts/${script.id}/like-status`, 200],
  ['HEAD of a public call', 'HEAD', '/api/scripts', 200],
  ['an invalid query of a public call', 'GET', '/api/scripts?page=x', 400],
  ['an object that does not exist', 'GET', '/api/scripts/999999', 404],
  ['the OpenAPI document', 'GET', '/api/openapi.json', 200],
])('pages of other origins may read %s', async (_, method, path, status, headers = {}) => {
  const response = await send(method, path, { origin: 'https://other.example', ...headers })

  expect(response.status).toBe(status)
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, retry-after, x-request-id',
  })
})

test.each<Case>([
  ['a call of signed-in users', 'GET', '/api/users/me', 200, { authorization: `Bearer ${member.token}` }],
  ['a call that writes', 'POST', '/api/auth/login', 400, { 'content-type': 'application/json' }],
  ['a page', 'GET', '/scripts', 200],
  ['metrics', 'GET', '/metrics', 200, { authorization: `Bearer ${metricsToken}` }],
  ['a preflight', 'OPTIONS', '/api/categories', 405, { 'access-control-request-headers': 'authorization' }],
])('pages of other origins may not read %s', async (_, method, path, status, headers = {}) => {
  const response = await send(method, path, { origin: 'https://other.example', ...headers })

  expect(response.status).toBe(status)
  expect(Object.keys(response.headers).join(' ')).not.toContain('access-control')
})

test('every GET route outside the contract is among them', () => {
  const paths = cases.map(([, , path]) => path.split('?')[0] ?? '')
  const missing = httpRoutes.filter(({ method, path: pattern }) => {
    const form = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
    return method === 'GET' && !paths.some((path) => form.test(path))
  })

  expect(missing.map(({ path }) => path)).toEqual([])
})

test('a download, its ranges and 304 have every security header', async () => {
  const link = await app.request(member, 'GET', `/api/scripts/${script.id}/download`)
  const archive = new URL(link.body.downloadUrl, app.url).pathname

  for (const path of [archive, new URL(script.image, app.url).pathname])
    for (const [status, headers] of [
      [200, {}],
      [206, { range: 'bytes=0-1' }],
      [416, { range: 'bytes=99999999-' }],
      [304, { 'if-none-match': '*' }],
    ] as const) {
      const response = await send('GET', path, headers)
      expect([path, response.status]).toEqual([path, status])
      expect(response.headers).toMatchObject(constant)
      expect(response.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
    }
})

test('an internal error has every security header and no detail of the error', async () => {
  await app.db.execute(sql`alter table partners rename to partners_away`)
  app.app.cache.clear()

  const response = await send('GET', '/api/partners', {})
  await app.db.execute(sql`alter table partners_away rename to partners`)

  expect(response.status).toBe(500)
  expect(response.headers).toMatchObject(constant)
  expect(response.headers['content-security-policy']).toBe(dataPolicy)
  expect(response.body).not.toMatch(/partners|relation|select/)
})

test.each([
  ['data that is not HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a line that is not a header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, 'bad_request'],
  ['a missing Host header', 'GET /api/categories HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n', 400, 'bad_request'],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
  [
    'two Content-Length headers',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    400,
    'bad_request',
  ],
  [
    'Content-Length with Transfer-Encoding',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
])(
  '%s gets one error response, in the form of the contract and with every security header',
  async (_, sent, status, code) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.end(sent)
    const [head = '', body = '', ...more] = (await text(socket)).split('\r\n\r\n')

    const [first, ...lines] = head.split('\r\n')
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(more).toEqual([])
    expect(JSON.parse(body)).toMatchObject({ code, error: expect.any(String) })
    const headers = Object.fromEntries(lines.map((line) => line.split(': ')))
    expect(headers).toMatchObject({ ...constant, 'content-security-policy': dataPolicy, connection: 'close' })
  },
)

test('an error in pipelined data is not taken for the response to the request before it', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.end('GET /api/users/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a.b.c\r\n\r\nhello\r\n\r\n')

  const received = await text(socket).catch(() => '')

  expect(received.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 400')
})

test.each([
  ['a call', 'GET', '/api/categories', ''],
  ['304 of a call', 'GET', '/api/categories', 'if-none-match: *\r\n'],
  ['a page in Brotli', 'GET', '/scripts', 'accept-encoding: br\r\n'],
  ['HEAD of a page', 'HEAD', '/scripts', ''],
])('the prebuilt headers of %s are those that Node writes', async (_, method, path, headers) => {
  await app.request(null, 'GET', path)
  const message = `${method} ${path} HTTP/1.1\r\nhost: x\r\n${headers}`

  // Only a response after which the connection stays open has prebuilt headers.
  const [first = '', second = '', byNode = ''] = await headerBlocks(
    `${message}\r\n${message}\r\n${message}connection: close\r\n\r\n`,
  )

  expect(byNode).toContain('\r\nConnection: close')
  const expected = byNode.replace('Connection: close', 'Connection: keep-alive\r\nKeep-Alive: timeout=65')
  expect(comparable(first)).toEqual(comparable(expected))
  expect(comparable(second)).toEqual(comparable(expected))
  const requestIds = [first, second, byNode].map((block) => /x-request-id: (\S+)/.exec(block)?.[1])
  expect(new Set(requestIds).size).toBe(3)
})

async function headerBlocks(requests: string): Promise<string[]> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(requests)
  return (await text(socket))
    .split(/(?=HTTP\/1\.1 \d)/)
    .map((response) => response.split('\r\n\r\n')[0] ?? '')
}

function comparable(block: string): string[] {
  return block
    .replace(/x-request-id: \S+/, 'x-request-id')
    .replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/m, 'Date')
    .split('\r\n')
    .toSorted()
}

/** Other than the id, the date and what differs for each connection and each reading of the metrics. */
function withoutVariable(path: string, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    date: _date,
    'x-request-id': _requestId,
    'content-length': length,
    connection: _connection,
    'retry-after': _retryAfter,
    ...others
  } = headers
  return path === '/metrics' ? others : { ...others, 'content-length': length }
}

/** Unlike fetch, Node's client sends unusual methods and paths unchanged. */
async function send(method: string, path: string, headers: Record<string, string>) {
  const length: Record<string, string> =
    method === 'POST' || method === 'PUT' ? { 'content-length': '2' } : {}
  const sent = request(new URL(app.url), {
    method,
    path,
    agent: false,
    headers: { ...length, ...headers },
  })
  const received = once(sent, 'response')
  sent.end(length['content-length'] ? '{}' : undefined)
  const [response] = await received
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

function expectPolicy(path: string, headers: IncomingHttpHeaders) {
  const policy = String(headers['content-security-policy'])
  const isPage = headers['content-type']?.startsWith('text/html') && !path.startsWith('/api/')
  expect(policy).toMatch(
    isPage
      ? /script-src 'self' 'sha256-[\w+/=]+';.* require-trusted-types-for 'script'; trusted-types 'none'$/
      : /^default-src 'none'/,
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/)
}
