import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { hasNginx, spawnNginx } from '#platform/testing-nginx.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'
import { startTestHub } from '#server/testing.ts'

import { scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const behind = await hub.anotherNode({ accelRedirect: '/kept-files/', trustedProxies: ['127.0.0.1'] })
const author = await hub.person('scripts.upload')
const member = await hub.person()
const content = zipOf([{ name: 'garage/data.bin', content: randomBytes(200_000) }])
const { body: script } = await hub.as(
  author,
  'POST',
  '/api/scripts',
  await scriptForm({ name: 'Garage' }, { archive: { fileName: 'x.zip', content } }),
)
const folder = await mkdtemp(join(tmpdir(), 'scripthaven-nginx-'))
// As docs/operations.md shows it.
const nginx = await spawnNginx(
  folder,
  `location / {
    proxy_pass ${behind.address};
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
  location /kept-files/archives/ {
    internal;
    alias ${hub.dataDir}/files/archives/;
    add_header X-Content-Type-Options nosniff;
    add_header Content-Security-Policy "default-src 'none'; sandbox";
  }`,
)
afterAll(async () => {
  nginx?.child.kill('SIGQUIT')
  if (nginx?.child.exitCode === null) await once(nginx.child, 'exit')
  await rm(folder, { recursive: true, force: true })
})

async function pathFor(person = member): Promise<string> {
  const { body } = await hub.as(person, 'GET', `/api/scripts/${script.id}/download`)
  return body.downloadUrl
}

test('without ACCEL_REDIRECT nobody is told where a file lies, whatever he asks for', async () => {
  const answer = await fetch(hub.address + (await pathFor()), {
    headers: { 'x-accel-redirect': '/kept-files/x', 'x-forwarded-for': '127.0.0.1' },
  })

  expect(answer.headers.get('x-accel-redirect')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
})

test('nor is who comes by no proxy that the owner named', async () => {
  const elsewhere = await hub.anotherNode({ accelRedirect: '/kept-files/', trustedProxies: ['192.0.2.1'] })

  const answer = await fetch(elsewhere.address + (await pathFor()), {
    headers: { 'x-forwarded-for': '192.0.2.1' },
  })

  expect(answer.headers.get('x-accel-redirect')).toBeNull()
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
})

test('a proxy is told only once the hub has found the address and the person good', async () => {
  const barred = await hub.person()
  const path = await pathFor(barred)
  await hub.db.execute(`delete from memberships where user_id = ${barred.id}`)

  const refused = await fetch(behind.address + path)
  const forged = await fetch(`${behind.address}/files/download/e30.e30`)
  const told = await fetch(behind.address + (await pathFor()))

  expect([refused.status, forged.status]).toEqual([403, 403])
  expect(refused.headers.get('x-accel-redirect')).toBeNull()
  expect(told.headers.get('x-accel-redirect')).toMatch(/^\/kept-files\/archives\/(..)\/\1[\da-f]{30}\.zip$/)
  expect(await told.text()).toBe('')
})

test.runIf(hasNginx)('nginx sends the archive by itself, and goes on where it broke off', async () => {
  const address = nginx?.address + (await pathFor())

  const whole = await fetch(address)
  const rest = await fetch(address, {
    headers: { range: 'bytes=100000-', 'if-range': whole.headers.get('etag') ?? '' },
  })
  const again = await fetch(address, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })

  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': 'attachment; filename=Garage.zip',
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

test.runIf(hasNginx)('nobody comes to the files past the hub', async () => {
  const told = await fetch(behind.address + (await pathFor()))
  const place = told.headers.get('x-accel-redirect') ?? ''

  const direct = await fetch(nginx?.address + place)
  const asked = await fetch(`${nginx?.address}/`, { headers: { 'x-accel-redirect': place } })

  expect(direct.status).toBe(404)
  expect(Buffer.from(await asked.arrayBuffer()).equals(content)).toBe(false)
})
