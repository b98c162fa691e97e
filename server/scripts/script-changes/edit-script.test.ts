import { createHash } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { editForm, filesOnDisk, createPng, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const administrator = await app.createOwner()

async function submitted(fields: Record<string, string> = {}, images = 1) {
  const files = await Promise.all(
    Array.from({ length: images }, async () => ({ content: await createPng() })),
  )
  const { body } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm(fields, { images: files }),
  )
  return body
}

const edit = (user: TestUser | null, id: number, form: FormData) =>
  app.request(user, 'PUT', `/api/scripts/${id}`, form)

const order = (...urls: string[]) => ({ imageOrder: JSON.stringify(urls) })

async function lastActivity(id: number) {
  const log = await app.db.execute(sql`
    select action, user_id, metadata from activities where target_id = ${id} order by id desc limit 1`)
  return log.rows[0]
}

describe('an edit is rejected', () => {
  test('for visitors, other members and moderators without admin.system.access', async () => {
    const script = await submitted()
    const halfModerator = await app.createUser('admin.scripts.moderate')
    const form = editForm({ name: 'Taken over' })

    expect((await edit(null, script.id, form)).status).toBe(401)
    for (const user of [await app.createUser('scripts.upload'), halfModerator]) {
      expect(await edit(user, script.id, form)).toMatchObject({
        status: 403,
        body: { error: 'You can only edit your own scripts or need permissions' },
      })
    }
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body.name).toBe('Garage')
  })

  test('for a script that does not exist', async () => {
    for (const id of ['999999', '0', '-1', 'x', '99999999999999999999'])
      expect(
        (await app.request(author, 'PUT', `/api/scripts/${id}`, editForm({ name: 'Garage' }))).status,
      ).toBe(404)
  })

  test('when it would leave no image or remove an image of another script', async () => {
    const script = await submitted({}, 2)
    const other = await submitted()
    const all = editForm({ removeImages: JSON.stringify(script.images) })
    const foreign = editForm({ removeImages: JSON.stringify(other.images) })

    expect((await edit(author, script.id, all)).body.fields).toEqual({
      images: 'At least one image is required',
    })
    expect((await edit(author, script.id, foreign)).body.fields).toEqual({
      removeImages: 'Images to remove must be images of this script',
    })
    expect((await app.request(null, 'GET', `/api/scripts/${other.id}`)).body.images).toEqual(other.images)
  })

  test('with an image order that is not a list of all remaining images', async () => {
    const script = await submitted({}, 3)
    const [a, b, c] = script.images
    const [foreign] = (await submitted()).images
    const incomplete = 'Image order must contain each remaining image of this script once'
    const cases: [Record<string, unknown>, string][] = [
      [{ imageOrder: 'x' }, 'Image order must be a list of image URLs'],
      [{ imageOrder: [1, 2, 3] }, 'Image order must be a list of image URLs'],
      [{ imageOrder: [] }, incomplete],
      [{ imageOrder: [c, b] }, incomplete],
      [{ imageOrder: [c, c, a] }, incomplete],
      [{ imageOrder: [c, b, a, a] }, incomplete],
      [{ imageOrder: [c, b, foreign] }, incomplete],
      [{ imageOrder: [c, b, a], removeImages: [b] }, incomplete],
    ]

    for (const [lists, message] of cases) {
      const texts = Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)])
      const form = editForm({ name: 'Half', ...Object.fromEntries(texts) })
      expect(await edit(author, script.id, form)).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { imageOrder: message } },
      })
    }

    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body).toEqual(script)
  })

  test('with new images whose places are incomplete, or with more than five', async () => {
    const script = await submitted({}, 4)
    const [a, b, c, d] = script.images
    const before = await filesOnDisk(app.dataDir)
    const incomplete = { imageOrder: 'Image order must contain each remaining image of this script once' }
    const cases = [
      [order(a, b, c, 'new-1'), 1, incomplete],
      [order(a, b, c, d, 'new-1', 'new-2'), 1, incomplete],
      [{ ...order('new-1'), removeImages: JSON.stringify([a, b, c, d]) }, 2, incomplete],
      [order(a, b, c, d, 'new-1', 'new-2'), 2, { images: 'Maximum 5 images allowed' }],
    ] as const

    for (const [fields, count, problem] of cases) {
      const images = await Promise.all(
        Array.from({ length: count }, async () => ({ content: await createPng() })),
      )
      expect(await edit(author, script.id, editForm({ name: 'Half', ...fields }, { images }))).toMatchObject({
        status: 400,
        body: { fields: problem },
      })
    }

    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body).toEqual(script)
    expect(await filesOnDisk(app.dataDir)).toEqual(before)
  })

  test('with an invalid archive; the previous one stays', async () => {
    const script = await submitted()
    const before = await filesOnDisk(app.dataDir)
    const form = editForm({ name: 'Half' }, { archive: { fileName: 'a.zip', content: Buffer.from('junk') } })

    expect((await edit(author, script.id, form)).status).toBe(400)

    expect(await filesOnDisk(app.dataDir)).toEqual(before)
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body).toMatchObject({
      name: 'Garage',
      sha256: script.sha256,
    })
  })
})

describe('an edit', () => {
  test('changes the sent fields and ignores unknown ones', async () => {
    const script = await submitted({ tags: '["a"]' })

    const form = editForm({
      name: 'Better garage',
      category: 'jobs',
      downloads: '999',
      user_id: '1',
      id: '1',
    })
    const { status, body } = await edit(author, script.id, form)

    expect(status).toBe(200)
    expect(body).toEqual({
      ...script,
      name: 'Better garage',
      category: 'Jobs',
      fileName: 'Better garage 1.0.0.zip',
      updatedAt: expect.any(String),
    })
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body.name).toBe('Better garage')
    const jobs = await app.request(null, 'GET', '/api/scripts?category=Jobs')
    expect(jobs.body.scripts.map(({ id }: { id: number }) => id)).toContain(script.id)
  })

  test('replaces the archive and keeps the previous one', async () => {
    const script = await submitted()
    const content = zipOf([{ name: 'new.lua', content: 'print(2)' }])
    const before = await filesOnDisk(app.dataDir)

    const { body } = await edit(
      author,
      script.id,
      editForm({}, { archive: { fileName: 'new.zip', content } }),
    )

    expect(body.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(body.fileSize).toBe(content.length)
    expect(await filesOnDisk(app.dataDir)).toHaveLength(before.length + 1)
    expect(await filesOnDisk(app.dataDir)).toEqual(expect.arrayContaining(before))
  })

  test('replaces all images or removes single ones', async () => {
    const script = await submitted({}, 3)

    const fewer = await edit(
      author,
      script.id,
      editForm({ removeImages: JSON.stringify([script.images[0]]) }),
    )
    expect(fewer.body.images).toEqual(script.images.slice(1))
    expect(fewer.body.image).toBe(script.images[1])

    const replaced = await edit(author, script.id, editForm({}, { images: [{ content: await createPng() }] }))
    expect(replaced.body.images).toHaveLength(1)
    expect(script.images).not.toContain(replaced.body.images[0])
    await expect.poll(async () => (await fetch(new URL(script.images[2], app.url))).status).toBe(404)
  })

  test('reorders the images that remain, and the first one is the cover', async () => {
    const script = await submitted({}, 4)
    const [a, b, c, d] = script.images

    const { body } = await edit(author, script.id, editForm(order(c, a, d, b)))
    expect(body).toMatchObject({ image: c, images: [c, a, d, b], name: script.name })
    expect(await lastActivity(script.id)).toMatchObject({ metadata: { changed: ['imageOrder'] } })
    const listed = await app.request(null, 'GET', `/api/scripts?author=${script.author}`)
    expect(listed.body.scripts.find(({ id }: { id: number }) => id === script.id).image).toBe(c)

    const fewer = editForm({ ...order(d, b, a), removeImages: JSON.stringify([c]) })
    expect((await edit(author, script.id, fewer)).body).toMatchObject({ image: d, images: [d, b, a] })
    const stale = editForm({ ...order(a, b, d), expected: JSON.stringify({ images: script.images }) })
    expect(await edit(author, script.id, stale)).toMatchObject({
      status: 409,
      body: { fields: { images: expect.any(String) } },
    })
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).body.images).toEqual([d, b, a])
  })

  test('adds new images among the others when the order gives them places', async () => {
    const script = await submitted({}, 3)
    const [a, b, c] = script.images
    const images = [{ content: await createPng() }, { content: await createPng() }]
    const form = editForm({ ...order('new-2', c, 'new-1', a), removeImages: JSON.stringify([b]) }, { images })

    const { body } = await edit(author, script.id, form)

    expect(body.images).toEqual([expect.any(String), c, expect.any(String), a])
    expect(new Set(body.images).size).toBe(4)
    expect(body.image).toBe(body.images[0])
    expect((await fetch(new URL(a, app.url))).status).toBe(200)
    await expect.poll(async () => (await fetch(new URL(b, app.url))).status).toBe(404)
  })

  test('by a moderator is recorded with its reason', async () => {
    const script = await submitted()

    expect(
      (await edit(moderator, script.id, editForm({ description: 'Rewritten by a moderator.' }))).status,
    ).toBe(200)

    expect(await lastActivity(script.id)).toMatchObject({
      action: 'Script Updated',
      user_id: moderator.id,
      metadata: { reason: 'moderation', changed: ['description'] },
    })
  })

  test('is recorded with its old and new values', async () => {
    const script = await submitted()
    const change = { name: 'Another name', category: 'Mapping', script_status: 'Decrypted', tags: '["esx"]' }

    expect((await edit(author, script.id, editForm(change))).status).toBe(200)

    const { name, category, script_status, tags } = script
    expect(await lastActivity(script.id)).toMatchObject({
      metadata: {
        old: { name, category, script_status, tags },
        new: { ...change, tags: ['esx'] },
      },
    })
  })
})

describe('deleting a script', () => {
  test('is rejected for visitors and other members', async () => {
    const script = await submitted()

    expect((await app.request(null, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(401)
    expect(
      (await app.request(await app.createUser('scripts.upload'), 'DELETE', `/api/scripts/${script.id}`))
        .status,
    ).toBe(403)
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
  })

  test.each([
    ['its author', author],
    ['an administrator', administrator],
  ])('by %s removes row, files and counts', async (_, user) => {
    const before = await filesOnDisk(app.dataDir)
    const stats = await app.request(null, 'GET', '/api/stats')
    const script = await submitted()

    expect((await app.request(user, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)

    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
    expect((await app.request(null, 'GET', '/api/stats')).body).toEqual(stats.body)
    await expect.poll(() => filesOnDisk(app.dataDir)).toEqual(before)
    expect(await lastActivity(script.id)).toMatchObject({ action: 'Script Deleted', user_id: user.id })
    expect((await app.request(user, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(404)
  })

  test('by a moderator hides it', async () => {
    const script = await submitted()
    const stored = await filesOnDisk(app.dataDir)

    expect((await app.request(moderator, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)

    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
    const { body } = await app.request(author, 'GET', `/api/scripts/${script.id}`)
    expect(body.removal).toMatchObject({ reason: 'other', note: 'A moderator deleted it.' })
    expect(await filesOnDisk(app.dataDir)).toEqual(stored)
    expect(await lastActivity(script.id)).toMatchObject({ action: 'Script Removed', user_id: moderator.id })
  })

  test.each([
    ['its author', author],
    ['an administrator', administrator],
  ])('by %s waits until an open case about it is closed', async (_, user) => {
    const script = await submitted()
    await app.db.execute(sql`
      insert into cases (kind, script_id, title, reason, opened_by, user_id, created_at, updated_at)
      values ('report', ${script.id}, 'A case', 'stolen', 1, ${author.id}, now(), now())`)

    expect(await app.request(user, 'DELETE', `/api/scripts/${script.id}`)).toMatchObject({ status: 409 })
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)

    await app.db.execute(sql`update cases set state = 'closed' where script_id = ${script.id}`)
    expect((await app.request(user, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)
  })
})
