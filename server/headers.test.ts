import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { scriptForm } from '#server/scripts/testing-forms.ts'
import { startTestHub } from '#server/testing.ts'

import { rawRoutes } from './routes.ts'

const metricsToken = 'a-token-for-the-metrics'
const hub = await startTestHub({ config: { metricsToken } })
const member = await hub.person('scripts.upload')
const { body: script } = await hub.as(member, 'POST', '/api/scripts', await scriptForm({ name: 'Harbour' }))

const constant = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

const closed = "default-src 'none'; frame-ancestors 'none'; sandbox"
const asset = /"(\/assets\/[^"]+\.js)"/.exec((await hub.as(null, 'GET', '/')).body)?.[1] ?? ''

type Way = [what: string, method: string, path: string, status: number, headers?: Record<string, string>]

/** Every kind of answer there is. */
const ways: Way[] = [
  ['a call', 'GET', '/api/categories', 200],
  ['a call from the cache', 'GET', '/api/categories', 200],
  ['a call made anew', 'GET', '/api/users/me', 200, { authorization: `Bearer ${member.token}` }],
  ['a call that the client has', 'GET', '/api/categories', 304, { 'if-none-match': '*' }],
  ['a page', 'GET', '/scripts', 200],
  ['a page from the cache', 'GET', '/scripts', 200],
  ['a page that the client has', 'GET', '/scripts', 304, { 'if-none-match': '*' }],
  ['a search', 'GET', '/scripts?q=harbour', 200],
  ['an unknown page', 'GET', '/nowhere', 404],
  ['an address of another kind', 'GET', `/scripts/${script.id}/%2e%2e/%2e%2e/etc`, 404],
  ['an address that cannot be read', 'GET', '/api/scripts/%zz', 400],
  ['an address with a part of 3000 characters', 'GET', `/api/users/profile/${'x'.repeat(3000)}`, 404],
  ['a NUL in an address', 'GET', '/api/scripts/%00', 404],
  ['an unknown call', 'GET', '/api/nothing', 404],
  ['an unknown file', 'GET', '/files/nothing', 404],
  ['a method that is not allowed', 'PUT', '/api/categories', 405],
  ['a method that nothing has', 'PROPFIND', '/', 404],
  ['HEAD', 'HEAD', '/scripts', 200],
  ['OPTIONS', 'OPTIONS', '/api/categories', 405],
  ['a refused query', 'GET', '/api/scripts?page=x', 400],
  ['a refused body', 'POST', '/api/auth/login', 400, { 'content-type': 'application/json' }],
  ['a refused content type', 'POST', '/api/auth/login', 415, { 'content-type': 'text/plain' }],
  ['a refused token', 'GET', '/api/users/me', 401, { authorization: 'Bearer nobody' }],
  ['a file of the site', 'GET', asset, 200],
  ['an unknown file of the site', 'GET', '/assets/nothing.js', 404],
  ['a picture that is not there', 'GET', '/files/images/nothing.webp', 404],
  ['a download by a wrong address', 'GET', '/files/download/nothing', 403],
  ['an upload to a wrong address', 'PUT', '/files/upload/nothing', 403],
  ['what tus answers', 'OPTIONS', '/files/upload', 204],
  ['metrics without the token', 'GET', '/metrics', 404],
  ['metrics', 'GET', '/metrics', 200, { authorization: `Bearer ${metricsToken}` }],
  ['the feed', 'GET', '/feed.xml', 200],
  ['the feed of a category', 'GET', '/feed/category/Cars.xml', 200],
  ['the feed of an author', 'GET', `/feed/author/${member.username}.xml`, 200],
  ['the map of the site', 'GET', '/sitemap.xml', 200],
  ['a part of the map that is not there', 'GET', '/sitemap/nothing', 404],
  ['an avatar that is not there', 'GET', '/files/avatars/nothing.webp', 404],
  ['robots', 'GET', '/robots.txt', 200],
  ['the icon', 'GET', '/favicon.svg', 200],
  ['the document of the calls', 'GET', '/api/openapi.json', 200],
  ['the page of the calls', 'GET', '/api/docs', 200],
  ['health', 'GET', '/api/health', 200],
]

test.each(ways)('%s comes with every header', async (_, method, path, status, headers = {}) => {
  const answer = await ask(method, path, headers)

  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject(constant)
  expect(answer.headers['x-request-id']).toMatch(/^\w+-\w+$/)
  expectPolicy(path, answer.headers)
})

test('every address outside the contract is among them', () => {
  const walked = ways.map(([, , path]) => path.split('?')[0] ?? '')
  const missing = rawRoutes.filter(({ method, path }) => {
    const form = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
    return method === 'GET' && !walked.some((address) => form.test(address))
  })

  expect(missing.map(({ path }) => path)).toEqual([])
})

test('a download, a part of it and what the client has already come with every header', async () => {
  const given = await hub.as(member, 'GET', `/api/scripts/${script.id}/download`)
  const archive = new URL(given.body.downloadUrl, hub.address).pathname

  for (const path of [archive, new URL(script.image, hub.address).pathname])
    for (const [status, headers] of [
      [200, {}],
      [206, { range: 'bytes=0-1' }],
      [416, { range: 'bytes=99999999-' }],
      [304, { 'if-none-match': '*' }],
    ] as const) {
      const answer = await ask('GET', path, headers)
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.headers).toMatchObject(constant)
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
    }
})

test('a bug comes with every header and without a word about itself', async () => {
  await hub.db.execute(sql`alter table partners rename to partners_away`)
  hub.hub.cache.clear()

  const answer = await ask('GET', '/api/partners', {})
  await hub.db.execute(sql`alter table partners_away rename to partners`)

  expect(answer.status).toBe(500)
  expect(answer.headers).toMatchObject(constant)
  expect(answer.headers['content-security-policy']).toBe(closed)
  expect(answer.body).not.toMatch(/partners|relation|select/)
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'bad_request'],
  ['a header that is none', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, 'bad_request'],
  ['no host', 'GET /api/categories HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ['an expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n', 400, 'bad_request'],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    400,
    'bad_request',
  ],
  [
    'a length and chunks',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
])('%s is refused once, in the form of the contract and with every header', async (_, sent, status, code) => {
  const socket = connect(Number(new URL(hub.address).port), '127.0.0.1')
  socket.end(sent)
  const [head = '', body = '', ...more] = (await text(socket)).split('\r\n\r\n')

  const [first, ...lines] = head.split('\r\n')
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(more).toEqual([])
  expect(JSON.parse(body)).toMatchObject({ code, error: expect.any(String) })
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')))
  expect(headers).toMatchObject({ ...constant, 'content-security-policy': closed, connection: 'close' })
})

test('what cannot be read behind a request under way is not taken for its answer', async () => {
  const socket = connect(Number(new URL(hub.address).port), '127.0.0.1')
  socket.end('GET /api/users/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a.b.c\r\n\r\nhello\r\n\r\n')

  const answered = await text(socket).catch(() => '')

  expect(answered.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 400')
})

test.each([
  ['a call', 'GET', '/api/categories', ''],
  ['a call that the client has', 'GET', '/api/categories', 'if-none-match: *\r\n'],
  ['a page in brotli', 'GET', '/scripts', 'accept-encoding: br\r\n'],
  ['the head of a page', 'HEAD', '/scripts', ''],
])('the head of %s out of the cache is what node itself would write', async (_, method, path, more) => {
  await hub.as(null, 'GET', path)
  const asked = `${method} ${path} HTTP/1.1\r\nhost: x\r\n${more}`

  // A connection that ends with the answer gets a head from node, one that stays the one that is kept ready.
  const [ready = '', another = '', byNode = ''] = await heads(
    `${asked}\r\n${asked}\r\n${asked}connection: close\r\n\r\n`,
  )

  const stays = ['Connection: keep-alive', 'Keep-Alive: timeout=65']
  expect(byNode).toContain('\r\nConnection: close')
  const expected = byNode.replace('Connection: close', stays.join('\r\n'))
  expect(comparable(ready)).toEqual(comparable(expected))
  expect(comparable(another)).toEqual(comparable(expected))
  expect(new Set([ready, another, byNode].map((head) => /x-request-id: (\S+)/.exec(head)?.[1])).size).toBe(3)
})

async function heads(sent: string): Promise<string[]> {
  const socket = connect(Number(new URL(hub.address).port), '127.0.0.1')
  socket.write(sent)
  return (await text(socket)).split(/(?=HTTP\/1\.1 \d)/).map((answer) => answer.split('\r\n\r\n')[0] ?? '')
}

function comparable(head: string): string[] {
  return head
    .replace(/x-request-id: \S+/, 'x-request-id')
    .replace(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/m, 'Date')
    .split('\r\n')
    .toSorted()
}

/** Node's own client leaves odd methods and addresses as they are. */
async function ask(method: string, path: string, headers: Record<string, string>) {
  const length: Record<string, string> =
    method === 'POST' || method === 'PUT' ? { 'content-length': '2' } : {}
  const asked = request(new URL(hub.address), {
    method,
    path,
    agent: false,
    headers: { ...length, ...headers },
  })
  const answered = once(asked, 'response')
  asked.end(length['content-length'] ? '{}' : undefined)
  const [response] = await answered
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

function expectPolicy(path: string, headers: IncomingHttpHeaders) {
  const policy = String(headers['content-security-policy'])
  const isPage = headers['content-type']?.startsWith('text/html') && path !== '/api/docs'
  expect(policy).toMatch(
    isPage
      ? /script-src 'self' 'sha256-[\w+/=]+';.* require-trusted-types-for 'script'; trusted-types 'none'$/
      : /^default-src 'none'/,
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/)
}
