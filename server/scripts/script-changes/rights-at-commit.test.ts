import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { joinScript } from '#test-support/members.ts'
import { createTeam, giveToTeam, joinTeam } from '#test-support/teams.ts'
import { createPng, editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const upload = () => ({
  archive: {
    fileName: 'hud.zip',
    content: zipOf([{ name: 'hud/server.lua', content: randomBytes(200_000) }]),
  },
})

function largeImage(): Promise<Buffer> {
  const raw = { width: 300, height: 300, channels: 3 } as const
  return sharp(randomBytes(270_000), { raw }).png().toBuffer()
}

async function submitted(): Promise<number> {
  const form = await scriptForm({}, { images: [{ content: await createPng() }] })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  return body.id
}

/** Sends half of a form, runs `meanwhile` when its file is being stored, and sends the rest. */
async function sendSlowly(
  user: TestUser,
  [method, path]: [string, string],
  form: FormData,
  meanwhile: () => Promise<unknown>,
) {
  const encoded = new Response(form)
  const bytes = new Uint8Array(await encoded.arrayBuffer())
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const response = fetch(`${app.url}${path}`, {
    method,
    body: readable,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    duplex: 'half',
  })
  const before = await filesOnDisk(app.dataDir)
  const writer = writable.getWriter()
  await writer.write(bytes.subarray(0, bytes.length / 2))
  await expect.poll(async () => (await filesOnDisk(app.dataDir)).length).toBeGreaterThan(before.length)
  await meanwhile()
  await writer.write(bytes.subarray(bytes.length / 2))
  await writer.close()
  const { status } = await response
  return { status, body: await (await response).json() }
}

const takeGroupsOf = ({ id }: TestUser) =>
  app.db.execute(sql`
  delete from memberships where user_id = ${id} and group_id in (select id from groups where not is_default)`)

const stateOf = async (id: number) => ({
  script: (await app.request(author, 'GET', `/api/scripts/${id}`)).body,
  versions: (await app.request(author, 'GET', `/api/scripts/${id}/versions`)).body.versions,
  files: await filesOnDisk(app.dataDir),
})

test.each<[string, (id: number) => [string, string]]>([
  ['an edit', (id) => ['PUT', `/api/scripts/${id}`]],
  ['a new version', (id) => ['POST', `/api/scripts/${id}/versions`]],
])(
  '%s of a moderator who is demoted during the upload is rejected and changes nothing',
  async (_, requestOf) => {
    const id = await submitted()
    const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
    const before = await stateOf(id)

    const response = await sendSlowly(moderator, requestOf(id), editForm({}, upload()), () =>
      takeGroupsOf(moderator),
    )

    expect(response).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own scripts or need permissions' },
    })
    expect(await stateOf(id)).toEqual(before)
  },
)

test.each<[string, (id: number) => [string, string]]>([
  ['an edit with an archive', (id) => ['PUT', `/api/scripts/${id}`]],
  ['a new version', (id) => ['POST', `/api/scripts/${id}/versions`]],
])(
  '%s of an author who loses the permission to upload meanwhile is rejected and changes nothing',
  async (_, requestOf) => {
    const muted = await app.createUser('scripts.upload')
    const { body } = await app.request(muted, 'POST', '/api/scripts', await scriptForm())
    const id: number = body.id
    await app.db.execute(sql`
      delete from group_permissions where permission_key = 'scripts.upload'
        and group_id in (select id from groups where is_default)`)
    const before = await stateOf(id)

    const response = await sendSlowly(muted, requestOf(id), editForm({}, upload()), () => takeGroupsOf(muted))

    expect(response).toMatchObject({
      status: 403,
      body: { error: 'You need permission to upload scripts' },
    })
    expect(await stateOf(id)).toEqual(before)
    const texts = await app.request(muted, 'PUT', `/api/scripts/${id}`, editForm({ name: 'Still mine' }))
    expect(texts.status).toBe(200)
  },
)

test('an edit of texts and images of a moderator who is demoted during the upload is rejected and changes nothing', async () => {
  const id = await submitted()
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const before = await stateOf(id)
  const form = editForm({ name: 'Renamed' }, { images: [{ content: await largeImage() }] })

  const response = await sendSlowly(moderator, ['PUT', `/api/scripts/${id}`], form, () =>
    takeGroupsOf(moderator),
  )

  expect(response.status).toBe(403)
  expect(await stateOf(id)).toEqual(before)
})

test('a submission of a user who loses the permission to upload meanwhile is rejected and leaves no file', async () => {
  await app.db.execute(sql`
    delete from group_permissions where permission_key = 'scripts.upload'
      and group_id in (select id from groups where is_default)`)
  const user = await app.createUser('scripts.upload')
  const files = await filesOnDisk(app.dataDir)

  const form = await scriptForm({}, upload())
  const response = await sendSlowly(user, ['POST', '/api/scripts'], form, () => takeGroupsOf(user))

  expect(response).toMatchObject({
    status: 403,
    body: { error: 'You no longer have the permission for this' },
  })
  expect(await filesOnDisk(app.dataDir)).toEqual(files)
  const { rows } = await app.db.execute(sql`select id from scripts where user_id = ${user.id}`)
  expect(rows).toEqual([])
})

test.each<[string, 'maintainer' | 'contributor', (id: number) => [string, string]]>([
  ['an edit with an archive', 'maintainer', (id) => ['PUT', `/api/scripts/${id}`]],
  ['a new version', 'contributor', (id) => ['POST', `/api/scripts/${id}/versions`]],
])(
  '%s of a %s who is removed from the script during the upload is rejected and changes nothing',
  async (_, role, requestOf) => {
    const id = await submitted()
    const member = await app.createUser('scripts.upload')
    await joinScript(app, { id, owner: author, user: member, role })
    const files = await filesOnDisk(app.dataDir)

    const response = await sendSlowly(member, requestOf(id), editForm({}, upload()), () =>
      app.request(author, 'DELETE', `/api/scripts/${id}/members/${member.id}`),
    )

    expect(response).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own scripts or need permissions' },
    })
    const { script, versions, files: now } = await stateOf(id)
    expect(script).not.toHaveProperty('coAuthors')
    expect(versions).toHaveLength(1)
    expect(now).toEqual(files)
  },
)

test.each<[string, 'maintainer' | 'contributor', (id: number) => [string, string]]>([
  ['an edit with an archive', 'maintainer', (id) => ['PUT', `/api/scripts/${id}`]],
  ['a new version', 'contributor', (id) => ['POST', `/api/scripts/${id}/versions`]],
])(
  '%s of a %s who is removed from the team during the upload is rejected and changes nothing',
  async (_, role, requestOf) => {
    const id = await submitted()
    const team = await createTeam(app, author)
    await giveToTeam(app, id, { owner: author, team, accepts: author })
    const member = await app.createUser('scripts.upload')
    await joinTeam(app, { id: team.id, owner: author, user: member, role })
    const files = await filesOnDisk(app.dataDir)

    const response = await sendSlowly(member, requestOf(id), editForm({}, upload()), () =>
      app.request(author, 'DELETE', `/api/teams/${team.id}/members/${member.id}`),
    )

    expect(response).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own scripts or need permissions' },
    })
    const { script, versions, files: now } = await stateOf(id)
    expect(script.teamMembers).toEqual([{ id: author.id, role: 'owner' }])
    expect(versions).toHaveLength(1)
    expect(now).toEqual(files)
  },
)

test('a profile of a user who is banned while the image is received stays as it was', async () => {
  const user = await app.createUser()
  const form = new FormData()
  const image = await largeImage()
  form.set('avatar', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'avatar.png')
  form.set('username', 'renamed')

  const response = await sendSlowly(user, ['PUT', '/api/users/me'], form, () =>
    app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority)
      values (${user.id}, 'spam', true, 'owner', -2)`),
  )

  expect(response.status).toBe(403)
  const { rows } = await app.db.execute(sql`select username, avatar from users where id = ${user.id}`)
  expect(rows).toEqual([{ username: user.username, avatar: null }])
})

test.each<[string, (id: number) => [string, string], string]>([
  ['a submission', () => ['POST', '/api/scripts'], 'description'],
  ['an edit', (id) => ['PUT', `/api/scripts/${id}`], 'description'],
  ['a new version', (id) => ['POST', `/api/scripts/${id}/versions`], 'changelog'],
])(
  '%s with links, of a new account that is no longer trusted after the upload, is rejected',
  async (_, requestOf, field) => {
    const owner = await app.createOwner()
    const limits = { newAccountDays: 7, newDescriptionLinks: 0 }
    expect((await app.request(owner, 'PUT', '/api/settings', limits)).status).toBe(200)
    const user = await app.createUser('scripts.upload', 'scripts.trusted')
    const { body } = await app.request(user, 'POST', '/api/scripts', await scriptForm())
    const text = 'All of it is explained at https://example.com, with many pictures of each step.'
    const files = await filesOnDisk(app.dataDir)
    const request = requestOf(body.id)
    const form = await (request[1] === '/api/scripts' ? scriptForm({ [field]: text }, upload()) : null)

    const response = await sendSlowly(user, request, form ?? editForm({ [field]: text }, upload()), () =>
      app.db.execute(sql`delete from group_permissions where permission_key = 'scripts.trusted'`),
    )

    expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect(await filesOnDisk(app.dataDir)).toEqual(files)
  },
)
