import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startTestHub, type Person } from '#server/testing.ts'

const hub = await startTestHub()

/** A picture of one colour with a private remark in its metadata. */
function picture(
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

const edit = (someone: Pick<Person, 'token'> | null, data: FormData) =>
  hub.as(someone, 'PUT', '/api/users/me', data)
const avatarFiles = () => Array.fromAsync(hub.hub.files.list('avatars'))
const stagedFiles = () => readdir(join(hub.dataDir, 'files', 'tmp'))

test('the form is refused without a session and as anything but multipart', async () => {
  const member = await hub.person()

  expect((await edit(null, form({ username: 'ghost' }))).status).toBe(401)
  expect(await hub.as(member, 'PUT', '/api/users/me', { username: 'ghost' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  })
})

test.each([
  ['text', Buffer.from('hello'), 'me.png', 'image/png'],
  [
    'a drawing in markup',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'me.svg',
    'image/svg+xml',
  ],
  ['the beginning of a picture', Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'), 'me.png', 'image/png'],
])('%s becomes nobody’s avatar, and nothing of the form counts', async (_, bytes, name, type) => {
  const member = await hub.person()

  const answer = await edit(member, form({ username: 'half-done' }, bytes, name, type))

  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'validation', fields: { avatar: 'Avatar must be JPEG, PNG, GIF, or WebP' } },
  })
  const { user } = (await hub.as(member, 'GET', '/api/auth/profile')).body
  expect(user).toMatchObject({ username: member.username, avatar_url: null })
  expect(await avatarFiles()).toEqual([])
  expect(await stagedFiles()).toEqual([])
})

test('an avatar of more than 10 MB is refused', async () => {
  const member = await hub.person()

  const answer = await edit(member, form({}, Buffer.alloc(10 * 1024 * 1024 + 1)))

  expect(answer).toMatchObject({
    status: 413,
    body: { fields: { avatar: 'Avatar image must be less than 10MB' } },
  })
  expect(await stagedFiles()).toEqual([])
})

test('a refused name leaves no picture behind', async () => {
  const member = await hub.person()
  const other = await hub.person()

  const taken = await edit(member, form({ username: other.username }, await picture('red')))
  const short = await edit(member, form({ username: 'ab' }, await picture('red')))

  expect(taken).toMatchObject({ status: 409, body: { fields: { username: 'Username is already taken' } } })
  expect(short).toMatchObject({
    status: 400,
    body: { fields: { username: 'Username must be at least 3 characters' } },
  })
  expect(await avatarFiles()).toEqual([])
})

test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
  'a %s becomes a square WebP that everybody can load',
  async (format) => {
    const member = await hub.person()

    const { status, body } = await edit(member, form({}, await picture('blue', format)))

    expect(status).toBe(200)
    expect(body.user.avatar_url).toMatch(/^\/files\/avatars\/[\da-f]{24}-[\da-f]{12}-256\.webp$/)
    const served = await fetch(new URL(body.user.avatar_url, hub.address))
    expect(served.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' })
    expect(bytes.includes('EXIF-CANARY')).toBe(false)
    const small = await fetch(new URL(body.user.avatar_url.replace('-256.', '-96.'), hub.address))
    expect(small.status).toBe(200)
  },
)

test('a new avatar replaces the old one, which is removed', async () => {
  const member = await hub.person()
  const first = (await edit(member, form({}, await picture('red')))).body.user.avatar_url
  expect((await hub.as(null, 'GET', `/api/users/profile/${member.username}`)).body.avatar).toBe(first)

  const { body } = await edit(member, form({ username: 'Repainted' }, await picture('green')))

  expect(body.user).toMatchObject({ username: 'Repainted' })
  expect(body.user.avatar_url).not.toBe(first)
  expect((await hub.as(null, 'GET', '/api/users/profile/repainted')).body.avatar).toBe(body.user.avatar_url)
  await expect.poll(async () => (await fetch(new URL(first, hub.address))).status).toBe(404)
  await expect
    .poll(async () => (await fetch(new URL(first.replace('-256.', '-96.'), hub.address))).status)
    .toBe(404)
})

test('two people with the same picture do not share a file', async () => {
  const [one, two] = [await hub.person(), await hub.person()]
  const shared = await picture('yellow')
  await edit(one, form({}, shared))
  const second = (await edit(two, form({}, shared))).body.user.avatar_url

  await edit(one, form({}, await picture('black')))

  expect((await fetch(new URL(second, hub.address))).status).toBe(200)
})

test('a form without a change answers the person as they are', async () => {
  const member = await hub.person()

  const { status, body } = await edit(
    member,
    form({ username: member.username, email: member.email, is_admin: 'true' }),
  )

  expect(status).toBe(200)
  expect(body.user).toMatchObject({ username: member.username, is_admin: false })
})
