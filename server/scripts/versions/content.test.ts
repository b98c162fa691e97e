import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { createPng, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const page = '<!doctype html><script>alert(1)</script>\r\n'
const png = await createPng()
const members = [
  { name: 'hud/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\nclient_script 'client.lua'\n" },
  { name: 'hud/client.lua', content: 'print("größer")\n' },
  { name: 'hud/html/index.html', content: page },
  { name: 'hud/html/icon.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' },
  { name: 'hud/html/logo.png', content: png },
  { name: 'hud/html/script.png', content: 'print("not an image")' },
  { name: 'hud/lib.dll', content: Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0, 0]) },
  { name: 'hud/empty.lua', content: '' },
]
const archive = {
  fileName: 'hud.zip',
  content: zipOf(members.map((member) => ({ ...member, deflate: true }))),
}
const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
await analyseAll(app)
const { body: tree } = await app.request(null, 'GET', `/api/versions/${script.versionId}/files`)

type File = { n: number; path: string; kind: string; isStored: boolean }
const files: File[] = tree.files
const fileOf = (path: string) => files.find((file) => file.path === `hud/${path}`)
const urlOf = (path: string) => `/files/content/${script.versionId}/${fileOf(path)?.n}`

/** Without the decompression of fetch. */
async function open(path: string, headers: Record<string, string> = {}) {
  const { request } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      request(new URL(path, app.url), { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(chunks),
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

test('the files of a version are listed with what they are', () => {
  expect(tree.version.id).toBe(script.versionId)
  expect(files.map(({ path }) => path)).toEqual(members.map(({ name }) => name))
  expect(fileOf('client.lua')).toMatchObject({
    kind: 'text',
    isStored: true,
    lines: 1,
    severity: null,
    why: null,
  })
  expect(fileOf('html/logo.png')).toMatchObject({
    kind: 'image',
    type: 'png',
    isStored: true,
    size: png.length,
  })
  expect(fileOf('html/script.png')).toMatchObject({ kind: 'text' })
  expect(fileOf('html/icon.svg')).toMatchObject({ kind: 'text' })
  expect(fileOf('lib.dll')).toMatchObject({ kind: 'binary', isStored: false })
})

const listFiles = (query: Record<string, string>) =>
  app.request(null, 'GET', `/api/versions/${script.versionId}/files?${String(new URLSearchParams(query))}`)

test.each(['0', '1.5', 'all'])('files are not listed up to the limit %s', async (limit) => {
  expect(await listFiles({ limit })).toMatchObject({ status: 400, body: { code: 'validation' } })
})

test.each([
  ['a file', { path: 'hud/client.lua' }, ['client.lua']],
  [
    'a folder',
    { path: 'hud/html' },
    ['html/index.html', 'html/icon.svg', 'html/logo.png', 'html/script.png'],
  ],
  ['the first files of a folder', { path: 'hud', limit: '2' }, ['fxmanifest.lua', 'client.lua']],
  ['the beginning of a name', { path: 'hud/html/i' }, []],
  ['a path that the archive does not have', { path: 'hud/html/lost' }, []],
])('%s is listed alone', async (_, query, listed) => {
  const { body } = await listFiles(query)

  expect(body.files).toEqual(listed.map(fileOf))
  expect(body.filesTotal).toBe(members.length)
})

test.each(['html/index.html', 'html/icon.svg', 'html/script.png', 'client.lua'])(
  '%s is sent as plain text that a browser neither runs nor interprets',
  async (path) => {
    const { status, headers, bytes } = await open(urlOf(path))

    expect(status).toBe(200)
    expect(bytes.toString()).toBe(String(members.find(({ name }) => name === `hud/${path}`)?.content))
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'content-disposition': `inline; filename=${path.split('/').at(-1)}`,
    })
  },
)

test('a text is sent as it is stored to a client that accepts gzip', async () => {
  const { headers, bytes } = await open(urlOf('html/index.html'), { 'accept-encoding': 'gzip' })

  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, authorization' })
  expect(gunzipSync(bytes).toString()).toBe(page)
  const plain = await open(urlOf('html/index.html'), { 'accept-encoding': 'gzip;q=0' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers['etag']).not.toBe(headers['etag'])
})

test('an image has its type by its first bytes, and is not sent again when it is known', async () => {
  const { headers, bytes } = await open(urlOf('html/logo.png'), { 'accept-encoding': 'gzip' })

  expect(bytes.equals(png)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const known = await open(urlOf('html/logo.png'), { 'if-none-match': String(headers['etag']) })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
})

test.each([
  ['a binary', () => urlOf('lib.dll')],
  ['a number beyond the list', () => `/files/content/${script.versionId}/8`],
  ['a negative number', () => `/files/content/${script.versionId}/-1`],
  ['a path', () => `/files/content/${script.versionId}/..%2f..%2fetc%2fpasswd`],
  ['an unknown version', () => '/files/content/999999/0'],
  ['no version', () => '/files/content/x/0'],
])('%s is not found', async (_, url) => {
  const { status, headers, bytes } = await open(url())

  expect(status).toBe(404)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'not_found' })
})

test('an empty text is empty', async () => {
  const { status, bytes } = await open(urlOf('empty.lua'))

  expect([status, bytes.length]).toEqual([200, 0])
})

const readText = (path: string) =>
  app.request(null, 'GET', `/api/versions/${script.versionId}/texts/${fileOf(path)?.n}`)

test('the beginning of a text is in a reply, of a file of another kind it is not found', async () => {
  expect((await readText('html/logo.png')).status).toBe(404)
  expect((await readText('lib.dll')).status).toBe(404)
  expect(await readText('client.lua')).toMatchObject({
    status: 200,
    body: { text: 'print("größer")\n', isCut: false },
  })
})
