import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { hasNginx, spawnNginx } from '#test-support/nginx.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const behind = await app.startNode({ accelRedirect: '/internal-files/', trustedProxies: ['127.0.0.1'] })
const author = await app.createUser('scripts.upload')
const member = await app.createUser()
const content = zipOf([{ name: 'garage/data.bin', content: randomBytes(200_000) }])
const { body: script } = await app.request(
  author,
  'POST',
  '/api/scripts',
  await scriptForm({ name: 'Garage' }, { archive: { fileName: 'x.zip', content } }),
)
const folder = await mkdtemp(join(tmpdir(), 'scripthaven-nginx-'))
// The configuration of docs/operations.md.
const nginx = await spawnNginx(
  folder,
  `location / {
    proxy_pass ${behind.url};
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
  location /internal-files/archives/ {
    internal;
    alias ${app.dataDir}/files/archives/;
    add_header X-Content-Type-Options nosniff;
    add_header Content-Security-Policy "default-src 'none'; sandbox";
  }`,
)
afterAll(async () => {
  nginx?.child.kill('SIGQUIT')
  if (nginx?.child.exitCode === null) await once(nginx.child, 'exit')
  await rm(folder, { recursive: true, force: true })
})

async function pathFor(user = member): Promise<string> {
  const { body } = await app.request(user, 'GET', `/api/scripts/${script.id}/download`)
  return body.downloadUrl
}

test('without ACCEL_REDIRECT no response contains the path of a file', async () => {
  const response = await fetch(app.url + (await pathFor()), {
    headers: { 'x-accel-redirect': '/internal-files/x', 'x-forwarded-for': '127.0.0.1' },
  })

  expect(response.headers.get('x-accel-redirect')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
})

test('clients without a trusted proxy get no path either', async () => {
  const elsewhere = await app.startNode({ accelRedirect: '/internal-files/', trustedProxies: ['192.0.2.1'] })

  const response = await fetch(elsewhere.url + (await pathFor()), {
    headers: { 'x-forwarded-for': '192.0.2.1' },
  })

  expect(response.headers.get('x-accel-redirect')).toBeNull()
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
})

test('a proxy gets the path only after link and user have been checked', async () => {
  const barred = await app.createUser()
  const path = await pathFor(barred)
  await app.db.execute(`delete from memberships where user_id = ${barred.id}`)

  const rejected = await fetch(behind.url + path)
  const forged = await fetch(`${behind.url}/files/download/e30.e30`)
  const viaProxy = await fetch(behind.url + (await pathFor()))

  expect([rejected.status, forged.status]).toEqual([403, 403])
  expect(rejected.headers.get('x-accel-redirect')).toBeNull()
  expect(viaProxy.headers.get('x-accel-redirect')).toMatch(
    /^\/internal-files\/archives\/(..)\/\1[\da-f]{30}\.zip$/,
  )
  expect(await viaProxy.text()).toBe('')
})

test.runIf(hasNginx)('nginx sends the archive and supports ranges', async () => {
  const url = nginx?.url + (await pathFor())

  const whole = await fetch(url)
  const rest = await fetch(url, {
    headers: { range: 'bytes=100000-', 'if-range': whole.headers.get('etag') ?? '' },
  })
  const again = await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })

  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="Garage 1.0.0.zip"',
    'content-type': 'application/octet-stream',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(whole.headers.get('x-accel-redirect')).toBeNull()
  expect(rest.status).toBe(206)
  expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(100_000))).toBe(true)
  expect(again.status).toBe(304)
})

test.runIf(hasNginx)('clients cannot reach the files directly', async () => {
  const viaProxy = await fetch(behind.url + (await pathFor()))
  const place = viaProxy.headers.get('x-accel-redirect') ?? ''

  const direct = await fetch(nginx?.url + place)
  const asked = await fetch(`${nginx?.url}/`, { headers: { 'x-accel-redirect': place } })

  expect(direct.status).toBe(404)
  expect(Buffer.from(await asked.arrayBuffer()).equals(content)).toBe(false)
})
