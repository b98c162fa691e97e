import { createHash } from 'node:crypto'

import { JSON_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

import { analyseAll } from '#test-support/analyses.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const hour = 3_600_000
let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const author = await app.createUser('scripts.upload')

const manifest = (...lines: string[]) => ["fx_version 'cerulean'", "game 'gta5'", ...lines].join('\n')

async function submit(name: string, files: Record<string, string>, fileName = 'pack.zip') {
  const members = Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true }))
  const content = zipOf(members)
  const form = await scriptForm({ name }, { archive: { fileName, content } })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  await analyseAll(app)
  return { ...body, content }
}

const deploy = (user: { token: string } | null, versionId: number) =>
  app.request(user, 'POST', `/api/versions/${versionId}/deploy`)
/** The URL is that of the site, which these tests reach by another one. */
const fetchUrl = (url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(new URL(url).pathname, app.url), { headers })

const bank = {
  'pack/bank/fxmanifest.lua': manifest("dependencies { 'bank_ui', '/server:6116', '/onesync' }"),
  'pack/bank/sql/bank.sql': 'create table bank (id int);',
  'pack/bank/sql/uninstall.sql': 'drop table bank;',
  'pack/bank/[inner]/bank_ui/fxmanifest.lua': manifest(),
  'pack/legacy.sql': 'select 1',
}
const script = await submit("Bank: 'the' #1", bank)

test('a visitor and an unknown version get nothing', async () => {
  const member = await app.createUser()

  expect((await deploy(null, script.versionId)).status).toBe(401)
  expect((await deploy(member, 999_999)).status).toBe(404)
  const { body } = await app.request(null, 'GET', `/api/scripts/${script.id}`)
  expect(body.downloads).toBe(0)
})

test('the URL needs no headers, supports ranges and counts as one download', async () => {
  const member = await app.createUser()
  const { status, body } = await deploy(member, script.versionId)
  await deploy(member, script.versionId)
  now = new Date(now.getTime() + 24 * hour - 1000)

  const whole = await fetchUrl(body.url)
  const part = await fetchUrl(body.url, { range: 'bytes=0-9' })

  expect(status).toBe(200)
  expect(body.url).toMatch(/^https:\/\/hub\.example\/files\/download\/[\w.-]+$/)
  expect(Buffer.from(await whole.arrayBuffer()).equals(script.content)).toBe(true)
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  now = new Date(now.getTime() + 2000)
  expect((await fetchUrl(body.url)).status).toBe(403)
  const { body: counted } = await app.request(null, 'GET', `/api/scripts/${script.id}`)
  expect(counted.downloads).toBe(1)
})

test('the URL ends with the session, with a ban and with the script', async () => {
  const owner = await app.createOwner()
  const [signsOut, banned, member] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const gone = await submit('Gone', { 'gone/fxmanifest.lua': manifest() })
  const urls = [
    (await deploy(signsOut, script.versionId)).body.url,
    (await deploy(banned, script.versionId)).body.url,
    (await deploy(member, gone.versionId)).body.url,
  ]
  for (const url of urls) expect((await fetchUrl(url)).status).toBe(200)

  await app.request(signsOut, 'POST', '/api/auth/logout')
  await app.request(owner, 'POST', `/api/users/admin/users/${banned.id}/ban`, {
    reason: 'Spam',
    is_permanent: true,
  })
  await app.request(author, 'DELETE', `/api/scripts/${gone.id}`)

  const statuses: number[] = []
  for (const url of urls) statuses.push((await fetchUrl(url)).status)
  expect(statuses).toEqual([401, 403, 404])
})

test('the URL of a version ends when its archive is blocked', async () => {
  const owner = await app.createOwner()
  const member = await app.createUser()
  const first = await submit('Two versions', { 'two/fxmanifest.lua': manifest() })
  const form = new FormData()
  form.set('number', '2.0.0')
  const second = zipOf([{ name: 'two/fxmanifest.lua', content: `${manifest()}-- 2\n`, deflate: true }])
  form.set('scriptFile', new Blob([new Uint8Array(second)], { type: 'application/zip' }), 'two.zip')
  expect((await app.request(author, 'POST', `/api/scripts/${first.id}/versions`, form)).status).toBe(201)
  const { url } = (await deploy(member, first.versionId)).body
  expect((await fetchUrl(url)).status).toBe(200)

  const value = createHash('sha256').update(first.content).digest('hex')
  const entry = { kind: 'archive', value, reason: 'For a test' }
  expect((await app.request(owner, 'POST', '/api/moderation/blocklist', entry)).status).toBe(201)
  await analyseAll(app)

  expect((await fetchUrl(url)).status).toBe(404)
  expect((await app.request(null, 'GET', `/api/scripts/${first.id}`)).status).toBe(200)
})

const Recipe = z.looseObject({
  name: z.string(),
  author: z.string(),
  description: z.string(),
  tasks: z.array(z.looseObject({ action: z.string() })),
})

/** The options of the actions, as the recipe engine of txAdmin (core/deployer/recipeEngine.js) checks them. */
const isPath = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && !/\.\.(\/|\\|$)/.test(value) && !/^\.[/\\]*$/.test(value)
const actions: Record<string, Record<string, (value: unknown) => boolean>> = {
  download_file: { url: (value) => typeof value === 'string', path: (value) => isPath(value) },
  unzip: { src: isPath, dest: isPath },
  ensure_dir: { path: isPath },
  move_path: { src: isPath, dest: isPath },
  connect_database: {},
  query_database: { file: isPath },
  write_file: {
    file: isPath,
    append: (value) => value === true,
    data: (value) => typeof value === 'string' && value.length > 0,
  },
}

/** Read as txAdmin reads it; every action and option must be known to it. */
function readRecipe(text: string) {
  const recipe = Recipe.parse(load(text, { schema: JSON_SCHEMA }))
  for (const key of ['name', 'author', 'description'] as const) expect(recipe[key].trim()).toBe(recipe[key])
  for (const { action, ...options } of recipe.tasks) {
    expect(Object.keys(actions)).toContain(action)
    expect(Object.keys(options).toSorted()).toEqual(Object.keys(actions[action] ?? {}).toSorted())
    for (const [name, value] of Object.entries(options))
      expect([action, name, value, actions[action]?.[name]?.(value)]).toEqual([action, name, value, true])
  }
  return recipe
}

test('the recipe moves inner resources first, imports SQL and starts everything in order', async () => {
  const { body } = await deploy(author, script.versionId)

  const { tasks, ...head } = readRecipe(body.recipe)

  expect(head).toEqual({
    $minFxVersion: 6116,
    $onesync: 'on',
    name: "Bank: 'the' #1",
    version: '1.0.0',
    author: author.username,
    description: `https://hub.example/scripts/${script.id}`,
  })
  const folder = `./tmp/script-${script.id}`
  expect(tasks).toEqual([
    { action: 'download_file', url: body.url, path: `${folder}.zip` },
    { action: 'unzip', src: `${folder}.zip`, dest: folder },
    { action: 'ensure_dir', path: './resources' },
    { action: 'move_path', src: `${folder}/pack/bank/[inner]/bank_ui`, dest: './resources/bank_ui' },
    { action: 'move_path', src: `${folder}/pack/bank`, dest: './resources/bank' },
    { action: 'connect_database' },
    { action: 'query_database', file: './resources/bank/sql/bank.sql' },
    { action: 'write_file', file: './server.cfg', append: true, data: '\nensure bank_ui\nensure bank\n' },
  ])
  expect(body.notes).toContain(
    'The recipe imports ./resources/bank/sql/bank.sql. Remove what your server does not need.',
  )
  expect(body.shell.split('\n')).toEqual([
    `curl --fail --location --output script-${script.id}.zip '${body.url}' &&`,
    `echo '${script.sha256}  script-${script.id}.zip' | sha256sum --check &&`,
    `unzip -q script-${script.id}.zip -d script-${script.id} &&`,
    'mkdir -p resources &&',
    `mv -T 'script-${script.id}/pack/bank/[inner]/bank_ui' 'resources/bank_ui' &&`,
    `mv -T 'script-${script.id}/pack/bank' 'resources/bank' &&`,
    `rm -rf script-${script.id} script-${script.id}.zip`,
    '',
  ])
})

test('names from the archive stay quoted in the recipe and in the shell', async () => {
  const evil = await submit('"x": {{dbPassword}}', {
    "it's $(reboot) `id`/good/fxmanifest.lua": manifest(),
    "it's $(reboot) `id`/good/a';drop.sql": 'select 1',
    'it\'s $(reboot) `id`/good/b\'; "x".sql': 'select 1',
    'a\u2028b/other/fxmanifest.lua': manifest(),
    'dots../third/fxmanifest.lua': manifest(),
    '$(quit)/fxmanifest.lua': manifest(),
  })

  const { body } = await deploy(author, evil.versionId)

  const { tasks, name } = readRecipe(body.recipe)
  expect(name).toBe('"x": { {dbPassword}}')
  expect(tasks.filter(({ action }) => action === 'move_path')).toEqual([
    {
      action: 'move_path',
      src: `./tmp/script-${evil.id}/it's $(reboot) \`id\`/good`,
      dest: './resources/good',
    },
  ])
  expect(tasks.filter(({ action }) => action === 'query_database')).toEqual([
    { action: 'query_database', file: './resources/good/b\'; "x".sql' },
  ])
  expect(tasks.at(-1)?.data).toBe('\nensure good\n')
  expect(body.shell).toContain(`mv -T 'script-${evil.id}/it'\\''s $(reboot) \`id\`/good' 'resources/good' &&`)
  expect(body.notes).toContain('Not moved, because of the names of their folders: 3.')
})

test('a 7z has no recipe, and the reason is given', async () => {
  const content = sevenZipOf([{ name: 'seven/fxmanifest.lua', content: Buffer.from(manifest()) }])
  const form = await scriptForm({ name: 'Seven' }, { archive: { fileName: 'seven.7z', content } })
  const { body: seven } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)

  const { body } = await deploy(author, seven.versionId)
  const { body: install } = await app.request(null, 'GET', `/api/versions/${seven.versionId}/install`)

  expect(install).toMatchObject({ isZip: false, ensure: ['seven'] })
  expect(body.recipe).toBeNull()
  expect(body.notes).toEqual(['A recipe needs a .zip: txAdmin cannot unpack a .7z.'])
  expect(body.shell).toContain(`7z x -oscript-${seven.id} script-${seven.id}.7z &&`)
})
