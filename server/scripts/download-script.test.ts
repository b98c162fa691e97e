import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#platform/testing-archives/zip.ts'
import { startTestHub } from '#server/testing.ts'

import { scriptForm } from './testing-forms.ts'

let now = new Date()
const hub = await startTestHub({ clock: { now: () => now } })
const author = await hub.person('scripts.upload')
const member = await hub.person()
const content = zipOf([{ name: 'garage/data.bin', content: randomBytes(200_000) }])
const { body: script } = await hub.as(
  author,
  'POST',
  '/api/scripts',
  await scriptForm({ name: 'Garage: "the/best"' }, { archive: { fileName: 'x.zip', content } }),
)

const addressFor = async (someone = member) => {
  const { body } = await hub.as(someone, 'GET', `/api/scripts/${script.id}/download`)
  return new URL(body.downloadUrl, hub.address)
}

test('an address is not given to visitors, nor for a script that does not exist', async () => {
  expect((await hub.as(null, 'GET', `/api/scripts/${script.id}/download`)).status).toBe(401)
  expect((await hub.as(member, 'GET', '/api/scripts/999999/download')).status).toBe(404)
})

test('an address is not given without scripts.download', async () => {
  const barred = await hub.person()
  await hub.db.execute(sql`delete from memberships where user_id = ${barred.id}`)

  const answer = await hub.as(barred, 'GET', `/api/scripts/${script.id}/download`)

  expect(answer).toMatchObject({ status: 403, body: { error: 'You need permission to download scripts' } })
})

test('the archive comes back byte for byte, as an attachment named after the script', async () => {
  const answer = await fetch(await addressFor())

  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Garage the best.zip"')
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a download goes on where it broke off', async () => {
  const address = await addressFor()
  const first = await fetch(address, { headers: { range: 'bytes=0-99999' } })
  const rest = await fetch(address, {
    headers: { range: 'bytes=100000-', 'if-range': first.headers.get('etag') ?? '' },
  })

  const parts = [Buffer.from(await first.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]

  expect([first.status, rest.status]).toEqual([206, 206])
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  expect((await fetch(address, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
})

test('an address dies after ten minutes, with its session, and with a ban; a forged one never lives', async () => {
  const someone = await hub.person()
  const expired = await addressFor()
  const address = await addressFor(someone)
  now = new Date(now.getTime() + 10 * 60_000 + 1)
  const banned = await addressFor(await hub.person())
  await hub.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    select max(id), 'spam', true, 'owner', -2 from users`)
  const signedOut = await addressFor(someone)
  await hub.db.execute(sql`delete from sessions where user_id = ${someone.id}`)

  expect((await fetch(expired)).status).toBe(403)
  expect((await fetch(banned)).status).toBe(403)
  expect((await fetch(signedOut)).status).toBe(401)
  expect((await fetch(`${address.href}x`)).status).toBe(403)
  expect((await fetch(new URL('/files/download/v1.e30.e30', hub.address))).status).toBe(403)
})

test('a file that is missing from the disk is a clear 404 and no crash', async () => {
  const lost = await hub.as(author, 'POST', '/api/scripts', await scriptForm({ name: 'Lost' }))
  const given = await hub.as(member, 'GET', `/api/scripts/${lost.body.id}/download`)
  const keys = await hub.db.execute<{ key: string }>(
    sql`select key from script_files where script_id = ${lost.body.id}`,
  )
  await hub.hub.files.remove(keys.rows.map(({ key }) => key))

  const answer = await hub.as(null, 'GET', given.body.downloadUrl)

  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await hub.as(null, 'GET', '/api/health')).status).toBe(200)
})
