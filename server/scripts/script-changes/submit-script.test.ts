import { readFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { filesOnDisk, createPng, scriptForm } from '#test-support/script-forms.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

const counts = async () => {
  const rows = await app.db.execute<{ scripts: number; uploads: number; site: number }>(sql`
    select (select count(*)::int from scripts) as scripts, (select count(*)::int from uploads) as uploads,
      (select scripts from site_totals) as site`)
  return { rows: rows.rows[0], files: await filesOnDisk(app.dataDir) }
}

/** Submits and checks that nothing was stored. */
async function submitInvalid(user: TestUser | null, form: FormData | string, headers = {}) {
  const before = await counts()
  const response = await app.request(user, 'POST', '/api/scripts', form, headers)
  expect(await counts()).toEqual(before)
  return response
}

describe('a submission is rejected completely', () => {
  test('without a session and without scripts.upload', async () => {
    const member = await app.createUser()

    expect(await submitInvalid(null, await scriptForm())).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
    expect(await submitInvalid(member, await scriptForm())).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
  })

  test('with all messages of an empty form', async () => {
    const { status, body } = await submitInvalid(author, new FormData())

    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'validation',
      fields: {
        name: 'Script name is required',
        description: 'Description is required',
        script_status: 'Script status is required',
        category: 'Category is required',
        scriptFile: 'Script file is required',
        images: 'At least one image is required',
      },
    })
  })

  test.each([
    ['name', 'ab', 'Script name must be at least 3 characters'],
    ['name', '   ', 'Script name is required'],
    ['name', 'x'.repeat(101), 'Script name must be at most 100 characters'],
    ['description', 'too short', 'Description must be at least 20 characters'],
    ['description', 'x'.repeat(1001), 'Description must be at most 1000 characters'],
    ['version', '1'.repeat(21), 'Version must be at most 20 characters'],
    ['tags', 'x'.repeat(201), 'Tags must be at most 200 characters'],
    ['script_status', 'Broken', 'Script status must be Readable or Decrypted'],
    ['category', 'Spaceships', 'Category does not exist'],
    ['fileSize', 'many', 'File size must be a number'],
  ])('with %s %j', async (field, value, message) => {
    const { status, body } = await submitInvalid(author, await scriptForm({ [field]: value }))

    expect(status).toBe(400)
    expect(body.fields).toEqual({ [field]: message })
  })

  test.each([
    ['garage.exe', zipOf([{ name: 'a.lua', content: 'x' }]), 'File must be a .zip, .rar, or .7z archive'],
    ['garage.zip', Buffer.from('not an archive at all'), 'File must be a .zip, .rar, or .7z archive'],
    [
      'garage.7z.001',
      Buffer.from('7z'),
      'The archive is one part of a set. Please pack everything into one file',
    ],
  ])('with the archive %s', async (fileName, content, message) => {
    const { status, body } = await submitInvalid(
      author,
      await scriptForm({}, { archive: { fileName, content } }),
    )

    expect(status).toBe(400)
    expect(body.fields).toEqual({ scriptFile: message })
  })

  test('with an archive with a path outside of its folder', async () => {
    const content = zipOf([{ name: '../../etc/passwd', content: 'x' }])
    const { status, body } = await submitInvalid(
      author,
      await scriptForm({}, { archive: { fileName: 'a.zip', content } }),
    )

    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['scriptFile'])
  })

  test.each([
    ['six images', 6, 'image/png', 'Maximum 5 images allowed'],
    ['an image of type SVG', 1, 'image/svg+xml', 'Image 1 must be JPEG, PNG, GIF, or WebP'],
  ])('with %s', async (_, count, type, message) => {
    const images = await Promise.all(Array.from({ length: count }, () => createPng()))
    const form = await scriptForm({}, { images: images.map((content) => ({ content, type })) })

    expect((await submitInvalid(author, form)).body.fields).toEqual({ images: message })
  })

  test('with a second image that is invalid, whatever its type is', async () => {
    const images = [
      { content: await createPng() },
      { content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ]

    const { body } = await submitInvalid(author, await scriptForm({}, { images }))

    expect(body.fields).toEqual({ images: 'Image 2 must be JPEG, PNG, GIF, or WebP' })
  })

  test('with an image one byte over 10 MB', async () => {
    const images = [
      {
        content: Buffer.concat([await createPng(), randomBytes(10 * 1024 * 1024)]).subarray(
          0,
          10 * 1024 * 1024 + 1,
        ),
      },
    ]

    const { status, body } = await submitInvalid(author, await scriptForm({}, { images }))

    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'too_large', fields: { images: 'Image 1 is too large (max 10MB)' } })
  })

  test('with an invalid multipart body, another content type or a NUL', async () => {
    const broken = await submitInvalid(
      author,
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nGara',
      {
        'content-type': 'multipart/form-data; boundary=x',
      },
    )
    const json = await submitInvalid(author, '{"name":"Garage"}', { 'content-type': 'application/json' })
    const nul = await submitInvalid(author, await scriptForm({ name: 'Gar\u0000age' }))

    expect(broken.status).toBe(400)
    expect(json.status).toBe(415)
    expect(nul.status).toBe(400)
  })

  test('with a forged upload key, that of another user and one without an upload', async () => {
    const other = await app.createUser('scripts.upload')
    const theirs = await app.request(other, 'POST', '/api/scripts/upload-url', {
      fileName: 'a.zip',
      folder: 'scripts',
    })
    const mine = await app.request(author, 'POST', '/api/scripts/upload-url', {
      fileName: 'a.zip',
      folder: 'scripts',
    })

    for (const fileKey of ['scripts/forged', '../../etc/passwd', theirs.body.fileKey, mine.body.fileKey]) {
      const { status, body } = await submitInvalid(
        author,
        await scriptForm({ fileKey, fileSize: '10' }, { archive: null }),
      )
      expect(status).toBe(400)
      expect(body.fields).toEqual({ scriptFile: 'The uploaded file was not found. Please upload it again.' })
    }
  })
})

describe('a submission is published', () => {
  test('with its archive unchanged, its images re-encoded and all counts updated', async () => {
    const content = zipOf([{ name: 'garage/fxmanifest.lua', content: 'fx_version', deflate: true }])
    const withPlace = await sharp(await createPng())
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    const form = await scriptForm(
      {
        name: ' Garage ',
        tags: '["a","b","a"," c "]',
        user_id: '1',
        author: 'another user',
        downloads: '999',
      },
      { archive: { fileName: 'My Pack.ZIP', content }, images: [{ content: withPlace, type: 'image/jpeg' }] },
    )

    const { status, body } = await app.request(author, 'POST', '/api/scripts', form)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Garage',
      author: author.username,
      userId: author.id,
      category: 'Cars',
      version: '1.0.0',
      tags: ['a', 'b', 'c'],
      downloads: 0,
      fileName: 'Garage 1.0.0.zip',
      fileSize: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    const image = await fetch(new URL(body.image, app.url))
    const bytes = Buffer.from(await image.arrayBuffer())
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect(image.headers.get('cache-control')).toContain('immutable')
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
    const { body: categories } = await app.request(null, 'GET', '/api/categories')
    expect(
      categories.find((category: { name: string }) => category.name === 'Cars').script_count,
    ).toBeGreaterThan(0)
    const { body: list } = await app.request(null, 'GET', '/api/scripts')
    expect(list.scripts[0]).toMatchObject({ id: body.id, name: 'Garage' })
    const log = await app.db.execute(sql`select action, user_id from activities where target_id = ${body.id}`)
    expect(log.rows).toContainEqual({ action: 'Script Created', user_id: author.id })
  })

  test('from a direct upload, which is valid for one script only', async () => {
    const content = zipOf([{ name: 'a.lua', content: randomBytes(3000) }])
    const upload = await app.request(author, 'POST', '/api/scripts/upload-url', {
      fileName: 'big.zip',
      fileType: '',
      folder: 'scripts',
    })
    const put = await app.request(null, 'PUT', upload.body.uploadUrl, new Uint8Array(content), {
      'content-type': 'application/zip',
    })
    const fields = { fileKey: upload.body.fileKey, fileSize: String(content.length) }

    const first = await app.request(
      author,
      'POST',
      '/api/scripts',
      await scriptForm(fields, { archive: null }),
    )
    const again = await app.request(
      author,
      'POST',
      '/api/scripts',
      await scriptForm(fields, { archive: null }),
    )

    expect(put.status).toBe(200)
    expect(first.status).toBe(201)
    expect(first.body.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(again.status).toBe(400)
  })

  test('for review only, if SCRIPT_REVIEW is on', async () => {
    const careful = await startTestApp({ config: { pinnedSettings: { reviewMode: 'all' } } })
    const newcomer = await careful.createUser('scripts.upload')

    const { body } = await careful.request(newcomer, 'POST', '/api/scripts', await scriptForm())

    expect((await careful.request(null, 'GET', `/api/scripts/${body.id}`)).status).toBe(404)
    expect((await careful.request(newcomer, 'GET', `/api/scripts/${body.id}`)).status).toBe(200)
    expect((await careful.request(null, 'GET', '/api/scripts')).body.scripts).toEqual([])
    await careful.close()
  })
})

describe('an upload URL', () => {
  test('rejects larger files, forged signatures and users who have been banned since', async () => {
    const soonBanned = await app.createUser('scripts.upload')
    const small = await app.request(author, 'POST', '/api/scripts/upload-url', {
      fileName: 'a.zip',
      folder: 'scripts',
      fileSize: 100,
    })
    const theirs = await app.request(soonBanned, 'POST', '/api/scripts/upload-url', {
      fileName: 'a.zip',
      folder: 'scripts',
    })
    await app.db.execute(sql`
      insert into bans (user_id, reason, is_permanent, issuer_name, issuer_authority) values (${soonBanned.id}, 'spam', true, 'owner', -2)`)
    const before = await filesOnDisk(app.dataDir)

    const tooLarge = await app.request(null, 'PUT', small.body.uploadUrl, new Uint8Array(101))
    const forged = await app.request(null, 'PUT', `${small.body.uploadUrl}x`, new Uint8Array(10))
    const banned = await app.request(null, 'PUT', theirs.body.uploadUrl, new Uint8Array(10))

    expect(tooLarge).toMatchObject({
      status: 413,
      body: { fields: { scriptFile: 'File size must be less than 1000MB' } },
    })
    expect(forged.status).toBe(403)
    expect(banned).toMatchObject({ status: 403, body: { code: 'banned' } })
    expect(await filesOnDisk(app.dataDir)).toEqual(before)
  })

  test.each([
    [{ fileName: 'a.exe', folder: 'scripts' }, 'fileName'],
    [{ fileName: 'a.zip', folder: '../etc' }, 'folder'],
    [{ fileName: 'a.zip', folder: 'scripts', fileSize: 1_048_576_001 }, 'fileSize'],
    [{ folder: 'scripts' }, 'fileName'],
  ])('is not created for %j', async (wanted, field) => {
    const { status, body } = await app.request(author, 'POST', '/api/scripts/upload-url', wanted)

    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })
})

test('no path of a client reaches the file system', async () => {
  const response = await app.request(null, 'GET', '/files/images/..%2f..%2ftoken-secret')

  expect(response.status).toBe(404)
  expect(response.body).not.toContain(await readFile(`${app.dataDir}/token-secret`, 'utf8'))
})
