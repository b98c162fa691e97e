import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { scriptForm } from '#test-support/script-forms.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const author = await app.createUser('scripts.upload')
const member = await app.createUser()
const content = zipOf([{ name: 'garage/data.bin', content: randomBytes(200_000) }])
const { body: script } = await app.request(
  author,
  'POST',
  '/api/scripts',
  await scriptForm({ name: 'Garage: "the/best"' }, { archive: { fileName: 'x.zip', content } }),
)

const linkFor = async (user = member) => {
  const { body } = await app.request(user, 'GET', `/api/scripts/${script.id}/download`)
  return new URL(body.downloadUrl, app.url)
}

const versionLinkFor = async (user = member) => {
  const { body } = await app.request(user, 'GET', `/api/versions/${script.versionId}/download`)
  return new URL(body.downloadUrl, app.url)
}

/** The body is read to its end, so that it keeps no slot. */
async function statusOf(link: URL): Promise<number> {
  const response = await fetch(link)
  await response.arrayBuffer()
  return response.status
}

test('a link needs a session and an existing script', async () => {
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}/download`)).status).toBe(401)
  expect((await app.request(member, 'GET', '/api/scripts/999999/download')).status).toBe(404)
})

test('a link needs scripts.download', async () => {
  const barred = await app.createUser()
  await app.db.execute(sql`delete from memberships where user_id = ${barred.id}`)

  const response = await app.request(barred, 'GET', `/api/scripts/${script.id}/download`)

  expect(response).toMatchObject({ status: 403, body: { error: 'You need permission to download scripts' } })
})

test('the archive is unchanged, as an attachment named after the script', async () => {
  const response = await fetch(await linkFor())

  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Garage the best 1.0.0.zip"')
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an interrupted download can be resumed', async () => {
  const link = await linkFor()
  const first = await fetch(link, { headers: { range: 'bytes=0-99999' } })
  const rest = await fetch(link, {
    headers: { range: 'bytes=100000-', 'if-range': first.headers.get('etag') ?? '' },
  })

  const parts = [Buffer.from(await first.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]

  expect([first.status, rest.status]).toEqual([206, 206])
  expect(Buffer.concat(parts).equals(content)).toBe(true)
  expect((await fetch(link, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
})

test('a link ends after ten minutes, with its session and with a ban; a forged one is rejected', async () => {
  const user = await app.createUser()
  const expired = await linkFor()
  const link = await linkFor(user)
  now = new Date(now.getTime() + 10 * 60_000 + 1)
  const banned = await linkFor(await app.createUser())
  await app.db.execute(sql`
    insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
    select max(id), 'spam', true, 'owner', -2 from users`)
  const signedOut = await linkFor(user)
  await app.db.execute(sql`delete from sessions where user_id = ${user.id}`)

  expect((await fetch(expired)).status).toBe(403)
  expect((await fetch(banned)).status).toBe(403)
  expect((await fetch(signedOut)).status).toBe(401)
  expect((await fetch(`${link.href}x`)).status).toBe(403)
  expect((await fetch(new URL('/files/download/v1.e30.e30', app.url))).status).toBe(403)
})

test('a missing file is a 404', async () => {
  const lost = await app.request(author, 'POST', '/api/scripts', await scriptForm({ name: 'Lost' }))
  const link = await app.request(member, 'GET', `/api/scripts/${lost.body.id}/download`)
  const keys = await app.db.execute<{ key: string }>(
    sql`select key from script_files where script_id = ${lost.body.id}`,
  )
  await app.app.files.remove(keys.rows.map(({ key }) => key))

  const response = await app.request(null, 'GET', link.body.downloadUrl)

  expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await app.request(null, 'GET', '/api/health')).status).toBe(200)
})

test.each([
  [
    'an author who left',
    async () => {
      const co = await app.createUser()
      await app.db.execute(sql`
        insert into script_members (script_id, user_id, role, since)
        values (${script.id}, ${co.id}, 'maintainer', now())`)
      const end = () => app.db.execute(sql`delete from script_members where user_id = ${co.id}`)
      return { user: co, end }
    },
  ],
  [
    'an author who transferred it',
    async () => ({
      user: author,
      end: () => app.db.execute(sql`update scripts set user_id = ${member.id} where id = ${script.id}`),
    }),
  ],
  [
    'a moderator who is none any more',
    async () => {
      const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
      const end = () =>
        app.db.execute(sql`
          delete from memberships where user_id = ${moderator.id} and group_id in (
            select group_id from group_permissions where permission_key = 'admin.scripts.moderate')`)
      return { user: moderator, end }
    },
  ],
])('the link of %s does not open a hidden script', async (_, prepare) => {
  const { user, end } = await prepare()
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${script.id}`)
  const links = [await linkFor(user), await versionLinkFor(user)]
  for (const link of links) expect(await statusOf(link)).toBe(200)

  await end()

  for (const link of links) expect(await statusOf(link)).toBe(404)
  await app.db.execute(
    sql`update scripts set publication = 'published', user_id = ${author.id} where id = ${script.id}`,
  )
})
