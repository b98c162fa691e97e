import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()

/** An image of one color with a comment in its metadata. */
function image(
  background: string,
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Buffer<ArrayBuffer>> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'EXIF-CANARY' } })
    .toFormat(format)
    .toBuffer()
}

function form(
  fields: Record<string, string>,
  avatar?: Uint8Array<ArrayBuffer>,
  name = 'me.png',
  type = 'image/png',
) {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  if (avatar) data.set('avatar', new Blob([avatar], { type }), name)
  return data
}

const edit = (caller: Pick<TestUser, 'token'> | null, data: FormData) =>
  app.request(caller, 'PUT', '/api/users/me', data)
const avatarFiles = () => Array.fromAsync(app.app.files.list('avatars'))
const stagedFiles = () => readdir(join(app.dataDir, 'files', 'tmp'))

test('the form needs a session and multipart', async () => {
  const member = await app.createUser()

  expect((await edit(null, form({ username: 'ghost' }))).status).toBe(401)
  expect(await app.request(member, 'PUT', '/api/users/me', { username: 'ghost' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  })
})

test.each([
  ['text', Buffer.from('hello'), 'me.png', 'image/png'],
  ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'me.svg', 'image/svg+xml'],
  ['a truncated image', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'), 'me.png', 'image/png'],
])('%s as avatar is rejected with the whole form', async (_, bytes, name, type) => {
  const member = await app.createUser()

  const response = await edit(member, form({ username: 'half-done' }, bytes, name, type))

  expect(response).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { avatar: 'Avatar must be JPEG, PNG, GIF, or WebP' } },
  })
  const { user } = (await app.request(member, 'GET', '/api/auth/profile')).body
  expect(user).toMatchObject({ username: member.username, avatar_url: null })
  expect(await avatarFiles()).toEqual([])
  expect(await stagedFiles()).toEqual([])
})

test('an avatar of more than 10 MB is rejected', async () => {
  const member = await app.createUser()

  const response = await edit(member, form({}, Buffer.alloc(10 * 1024 * 1024 + 1)))

  expect(response).toMatchObject({
    status: 413,
    body: { fields: { avatar: 'Avatar image must be less than 10MB' } },
  })
  expect(await stagedFiles()).toEqual([])
})

test('a rejected name leaves no image file', async () => {
  const member = await app.createUser()
  const other = await app.createUser()

  const taken = await edit(member, form({ username: other.username }, await image('red')))
  const short = await edit(member, form({ username: 'ab' }, await image('red')))

  expect(taken).toMatchObject({ status: 409, body: { fields: { username: 'Username is already taken' } } })
  expect(short).toMatchObject({
    status: 400,
    body: { fields: { username: 'Username must be at least 3 characters' } },
  })
  expect(await avatarFiles()).toEqual([])
})

test.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s becomes a public square WebP', async (format) => {
  const member = await app.createUser()

  const { status, body } = await edit(member, form({}, await image('blue', format)))

  expect(status).toBe(200)
  expect(body.user.avatar_url).toMatch(/^\/files\/avatars\/[\da-f]{24}-[\da-f]{12}-256\.webp$/)
  const served = await fetch(new URL(body.user.avatar_url, app.url))
  expect(served.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' })
  expect(bytes.includes('EXIF-CANARY')).toBe(false)
  const small = await fetch(new URL(body.user.avatar_url.replace('-256.', '-96.'), app.url))
  expect(small.status).toBe(200)
})

test('a new avatar replaces the old one and its files', async () => {
  const member = await app.createUser()
  const first = (await edit(member, form({}, await image('red')))).body.user.avatar_url
  expect((await app.request(null, 'GET', `/api/users/profile/${member.username}`)).body.avatar).toBe(first)

  const { body } = await edit(member, form({ username: 'Repainted' }, await image('green')))

  expect(body.user).toMatchObject({ username: 'Repainted' })
  expect(body.user.avatar_url).not.toBe(first)
  expect((await app.request(null, 'GET', '/api/users/profile/repainted')).body.avatar).toBe(
    body.user.avatar_url,
  )
  await expect.poll(async () => (await fetch(new URL(first, app.url))).status).toBe(404)
  await expect
    .poll(async () => (await fetch(new URL(first.replace('-256.', '-96.'), app.url))).status)
    .toBe(404)
})

test('two users with the same image do not share a file', async () => {
  const [one, two] = [await app.createUser(), await app.createUser()]
  const shared = await image('yellow')
  await edit(one, form({}, shared))
  const second = (await edit(two, form({}, shared))).body.user.avatar_url

  await edit(one, form({}, await image('black')))

  expect((await fetch(new URL(second, app.url))).status).toBe(200)
})

test('a form without a change returns the unchanged user', async () => {
  const member = await app.createUser()

  const { status, body } = await edit(
    member,
    form({ username: member.username, email: member.email, is_admin: 'true' }),
  )

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ username: member.username, is_admin: false })
})
