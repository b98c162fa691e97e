import { expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const member = await app.createUser('scripts.upload')
const { body: script } = await app.request(member, 'POST', '/api/scripts', await scriptForm())
const { body: home } = await app.request(null, 'GET', '/')

const clientFile = /"(\/assets\/[^" ]+\.js)"/.exec(home)?.[1] ?? ''
const image = new URL(script.image, app.url).pathname
const encodedPaths = ['/api/openapi.json', '/scripts', clientFile]
const pathsWithETag = ['/api/categories', '/scripts', '/feed.xml', clientFile, '/favicon.svg', image]

const get = (path: string, headers: Record<string, string>) =>
  app.request(null, 'GET', path, undefined, headers)

const accepted: [header: string, encoding: string | null][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['*', 'br'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
  ['br;q=0, identity', null],
  ['gzip;q=0', null],
  ['*;q=0', null],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
]

test.each(encodedPaths.flatMap((path) => accepted.map(([header, encoding]) => ({ path, header, encoding }))))(
  '$path with Accept-Encoding: $header has the encoding $encoding',
  async ({ path, header, encoding }) => {
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const response = await get(path, { 'accept-encoding': header })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.body).toEqual(plain.body)
    expect(response.headers.get('etag') === plain.headers.get('etag')).toBe(encoding === null)
  },
)

// It is compressed for one client, so only in the best encoding.
test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', null],
  ['identity', null],
])(
  'a search, which is not cached, with Accept-Encoding: %s has the encoding %s',
  async (header, encoding) => {
    const path = '/scripts?q=nothing-of-that-name'
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const response = await get(path, { 'accept-encoding': header })

    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.body).toBe(plain.body)
  },
)

test.each(pathsWithETag)('%s is 304 for its own ETag, also weak and in a list', async (path) => {
  const etag = (await get(path, {})).headers.get('etag') ?? ''
  const statusFor = async (ifNoneMatch: string) => {
    const { status, body, headers } = await get(path, { 'if-none-match': ifNoneMatch })
    expect([headers.get('etag'), body === '']).toEqual([etag, status === 304])
    return status
  }

  expect(etag).toMatch(/^"[^"]+"$/)
  for (const condition of [etag, `W/${etag}`, `"other", W/${etag} , "more"`, '*'])
    expect([condition, await statusFor(condition)]).toEqual([condition, 304])
  for (const condition of ['"other"', 'W/"other"', etag.replaceAll('"', ''), `"x${etag.slice(1)}`])
    expect([condition, await statusFor(condition)]).toEqual([condition, 200])
})

test('the ETag of one encoding is not that of another', async () => {
  const brotli = await get('/scripts', { 'accept-encoding': 'br' })
  const etag = brotli.headers.get('etag') ?? ''

  const same = await get('/scripts', { 'accept-encoding': 'br', 'if-none-match': etag })
  const other = await get('/scripts', { 'accept-encoding': 'gzip', 'if-none-match': etag })

  expect([same.status, other.status]).toEqual([304, 200])
})

test.each([clientFile, image])('%s has no date, so If-Modified-Since changes nothing', async (path) => {
  const etag = (await get(path, {})).headers.get('etag') ?? ''
  const future = new Date(Date.now() + 86_400_000).toUTCString()

  const byDate = await get(path, { 'if-modified-since': future })
  const both = await get(path, { 'if-modified-since': future, 'if-none-match': '"other"' })
  const byETag = await get(path, { 'if-modified-since': new Date(0).toUTCString(), 'if-none-match': etag })

  expect([byDate.status, both.status, byETag.status]).toEqual([200, 200, 304])
  expect(byDate.headers.get('last-modified')).toBeNull()
})

test.each(['/nowhere', '/api/nothing', '/files/images/nothing.webp'])(
  'the error of %s is never 304',
  async (path) => {
    expect((await get(path, { 'if-none-match': '*' })).status).toBe(404)
  },
)

test('a response that is not cached has no ETag and is never 304', async () => {
  const me = await app.request(member, 'GET', '/api/users/me', undefined, { 'if-none-match': '*' })

  expect(me.status).toBe(200)
  expect(me.headers.get('etag')).toBeNull()
})
