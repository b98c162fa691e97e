import { createHash } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { zipOf } from '#platform/testing-archives/zip.ts'
import { startTestHub, type Person } from '#server/testing.ts'

import { changeForm, filesOnDisk, picture, scriptForm } from './testing-forms.ts'

const hub = await startTestHub()
const author = await hub.person('scripts.upload')
const moderator = await hub.person('admin.system.access', 'admin.scripts.moderate')

async function submitted(fields: Record<string, string> = {}, images = 1) {
  const pictures = await Promise.all(
    Array.from({ length: images }, async () => ({ content: await picture() })),
  )
  const { body } = await hub.as(
    author,
    'POST',
    '/api/scripts',
    await scriptForm(fields, { images: pictures }),
  )
  return body
}

const edit = (someone: Person | null, id: number, form: FormData) =>
  hub.as(someone, 'PUT', `/api/scripts/${id}`, form)

async function lastActivity(id: number) {
  const log = await hub.db.execute(sql`
    select action, user_id, metadata from activities where target_id = ${id} order by id desc limit 1`)
  return log.rows[0]
}

describe('an edit is refused', () => {
  test('signed out, to other members, and to moderators without access to the back office', async () => {
    const script = await submitted()
    const halfModerator = await hub.person('admin.scripts.moderate')
    const form = changeForm({ name: 'Taken over' })

    expect((await edit(null, script.id, form)).status).toBe(401)
    for (const someone of [await hub.person('scripts.upload'), halfModerator]) {
      expect(await edit(someone, script.id, form)).toMatchObject({
        status: 403,
        body: { error: 'You can only edit your own scripts or need permissions' },
      })
    }
    expect((await hub.as(null, 'GET', `/api/scripts/${script.id}`)).body.name).toBe('Garage')
  })

  test('for a script that does not exist', async () => {
    for (const id of ['999999', '0', '-1', 'x', '99999999999999999999'])
      expect((await hub.as(author, 'PUT', `/api/scripts/${id}`, changeForm({ name: 'Garage' }))).status).toBe(
        404,
      )
  })

  test('when it would leave no picture, or name one that is not the script’s', async () => {
    const script = await submitted({}, 2)
    const other = await submitted()
    const all = changeForm({ removeImages: JSON.stringify(script.images) })
    const foreign = changeForm({ removeImages: JSON.stringify(other.images) })

    expect((await edit(author, script.id, all)).body.fields).toEqual({
      images: 'At least one image is required',
    })
    expect((await edit(author, script.id, foreign)).body.fields).toEqual({
      removeImages: 'Images to remove must be images of this script',
    })
    expect((await hub.as(null, 'GET', `/api/scripts/${other.id}`)).body.images).toEqual(other.images)
  })

  test('with a replacement that is no archive; the file before stays', async () => {
    const script = await submitted()
    const before = await filesOnDisk(hub.dataDir)
    const form = changeForm(
      { name: 'Half' },
      { archive: { fileName: 'a.zip', content: Buffer.from('junk') } },
    )

    expect((await edit(author, script.id, form)).status).toBe(400)

    expect(await filesOnDisk(hub.dataDir)).toEqual(before)
    expect((await hub.as(null, 'GET', `/api/scripts/${script.id}`)).body).toMatchObject({
      name: 'Garage',
      sha256: script.sha256,
    })
  })
})

describe('an edit', () => {
  test('changes what was sent and nothing else, whatever else is smuggled in', async () => {
    const script = await submitted({ tags: '["a"]' })

    const form = changeForm({
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
      fileName: 'Better garage.zip',
      updatedAt: expect.any(String),
    })
    expect((await hub.as(null, 'GET', `/api/scripts/${script.id}`)).body.name).toBe('Better garage')
    const jobs = await hub.as(null, 'GET', '/api/scripts?category=Jobs')
    expect(jobs.body.scripts.map(({ id }: { id: number }) => id)).toContain(script.id)
  })

  test('replaces the archive and removes the one before', async () => {
    const script = await submitted()
    const content = zipOf([{ name: 'new.lua', content: 'print(2)' }])
    const before = await filesOnDisk(hub.dataDir)

    const { body } = await edit(
      author,
      script.id,
      changeForm({}, { archive: { fileName: 'new.zip', content } }),
    )

    expect(body.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(body.fileSize).toBe(content.length)
    await expect.poll(async () => (await filesOnDisk(hub.dataDir)).length).toBe(before.length)
  })

  test('replaces all pictures with new ones, or takes single ones away', async () => {
    const script = await submitted({}, 3)

    const fewer = await edit(
      author,
      script.id,
      changeForm({ removeImages: JSON.stringify([script.images[0]]) }),
    )
    expect(fewer.body.images).toEqual(script.images.slice(1))
    expect(fewer.body.image).toBe(script.images[1])

    const replaced = await edit(author, script.id, changeForm({}, { images: [{ content: await picture() }] }))
    expect(replaced.body.images).toHaveLength(1)
    expect(script.images).not.toContain(replaced.body.images[0])
    await expect.poll(async () => (await fetch(new URL(script.images[2], hub.address))).status).toBe(404)
  })

  test('by a moderator is logged with its reason', async () => {
    const script = await submitted()

    expect(
      (await edit(moderator, script.id, changeForm({ description: 'Rewritten by a moderator.' }))).status,
    ).toBe(200)

    expect(await lastActivity(script.id)).toMatchObject({
      action: 'Script Updated',
      user_id: moderator.id,
      metadata: { reason: 'moderation', changed: ['description'] },
    })
  })
})

describe('deleting a script', () => {
  test('is refused signed out and to other members', async () => {
    const script = await submitted()

    expect((await hub.as(null, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(401)
    expect(
      (await hub.as(await hub.person('scripts.upload'), 'DELETE', `/api/scripts/${script.id}`)).status,
    ).toBe(403)
    expect((await hub.as(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
  })

  test.each([
    ['its author', author],
    ['a moderator', moderator],
  ])('by %s takes row, files and counts with it', async (_, someone) => {
    const before = await filesOnDisk(hub.dataDir)
    const stats = await hub.as(null, 'GET', '/api/stats')
    const script = await submitted()

    expect((await hub.as(someone, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)

    expect((await hub.as(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
    expect((await hub.as(null, 'GET', '/api/stats')).body).toEqual(stats.body)
    await expect.poll(() => filesOnDisk(hub.dataDir)).toEqual(before)
    expect(await lastActivity(script.id)).toMatchObject({ action: 'Script Deleted', user_id: someone.id })
    expect((await hub.as(someone, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(404)
  })
})
