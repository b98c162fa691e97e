import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const site = 'https://hub.example'

async function submit(name: string, files: Record<string, string>, fileName = 'pack.zip') {
  const members = Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true }))
  const form = await scriptForm({ name }, { archive: { fileName, content: zipOf(members) } })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  return body
}

const manifest = (...lines: string[]) => ["fx_version 'cerulean'", "game 'gta5'", ...lines].join('\n')

const installOf = async (versionId: number) => {
  const { body, status } = await app.request(null, 'GET', `/api/versions/${versionId}/install`)
  expect(status).toBe(200)
  return body
}

test('an unknown version and one that waits for review are not found', async () => {
  const strict = await startTestApp({ config: { pinnedSettings: { reviewMode: 'all' } } })
  const writer = await strict.createUser('scripts.upload')
  const { body } = await strict.request(writer, 'POST', '/api/scripts', await scriptForm())
  const { body: own } = await strict.request(writer, 'GET', `/api/scripts/${body.id}`)

  for (const id of [999_999, own.versionId, 'x', 0])
    expect((await strict.request(null, 'GET', `/api/versions/${id}/install`)).status).toBe(404)
  expect((await strict.request(writer, 'GET', `/api/versions/${own.versionId}/install`)).status).toBe(200)
})

test('before the analysis nothing is known; afterwards the response is another one', async () => {
  const { versionId } = await submit('Early', { 'early/fxmanifest.lua': manifest() })

  expect(await installOf(versionId)).toMatchObject({ state: 'waiting', ensure: [], cfg: '', isZip: true })
  await analyseAll(app)
  expect(await installOf(versionId)).toMatchObject({ state: 'done', ensure: ['early'] })
})

test('an archive without a manifest has nothing to start', async () => {
  const { versionId } = await submit('Texts', {
    'docs/README.md': '# Read me',
    'docs/tables.sql': 'select 1',
  })
  await analyseAll(app)

  expect(await installOf(versionId)).toMatchObject({
    state: 'done',
    ensure: [],
    requires: [],
    cfg: '',
    sql: ['docs/tables.sql'],
    guides: ['docs/README.md'],
  })
})

test('three resources start in the order of their dependencies, after what the archive does not contain', async () => {
  const library = await submit('Library', { 'ox_lib/fxmanifest.lua': manifest() })
  const { id, versionId } = await submit('Bank', {
    'pack/a_bank/fxmanifest.lua': manifest(
      "dependencies { 'z_core', 'ox_lib', '/server:6116', '/onesync', '/policy:x' }",
      "server_script '@oxmysql/lib/MySQL.lua'",
    ),
    'pack/a_bank/bank.sql': 'select 1',
    'pack/m_ui/fxmanifest.lua': manifest("dependency 'core_alias'", "dependency '/gameBuild:2699'"),
    'pack/z_core/fxmanifest.lua': manifest("provide 'core_alias'", "dependency '/server:7290'"),
    'legacy.sql': 'select 2',
  })
  await analyseAll(app)

  const install = await installOf(versionId)

  expect(install).toMatchObject({
    ensure: ['z_core', 'a_bank', 'm_ui'],
    cycles: [],
    requires: [
      {
        name: 'ox_lib',
        kind: 'library',
        constraint: null,
        isDeclared: true,
        script: { id: library.id, name: 'Library' },
      },
      {
        name: 'oxmysql',
        kind: 'library',
        constraint: null,
        isDeclared: false,
        script: null,
        home: 'https://github.com/CommunityOx/oxmysql',
      },
    ],
    server: { build: 7290, onesync: true, gameBuild: '2699' },
    sql: ['legacy.sql', 'pack/a_bank/bank.sql'],
    notes: ['Its manifests also name /policy:x.'],
  })
  expect(install.cfg.split('\n')).toEqual([
    '# Bank 1.0.0',
    `# ${site}/scripts/${id}`,
    '# Needs server build 7290 or later',
    '# Needs game build 2699',
    '# Needs OneSync: txAdmin, Settings, FXServer; without txAdmin start the server with +set onesync on',
    '# Start these before:',
    `# ensure ox_lib # ${site}/scripts/${library.id}`,
    '# ensure oxmysql # https://github.com/CommunityOx/oxmysql',
    'ensure z_core',
    'ensure a_bank',
    'ensure m_ui',
    '',
  ])
  expect(install.commands).toBe('refresh\nensure z_core\nensure a_bank\nensure m_ui\n')
})

test('a link to a required script ends when that script is deleted', async () => {
  const core = await submit('Core', { 'my_core/fxmanifest.lua': manifest() })
  const { versionId } = await submit('Shop', { 'shop/fxmanifest.lua': manifest("dependency 'my_core'") })
  await analyseAll(app)
  const scriptOf = async () => (await installOf(versionId)).requires[0].script

  expect(await scriptOf()).toEqual({ id: core.id, name: 'Core' })
  await app.request(author, 'DELETE', `/api/scripts/${core.id}`)
  expect(await scriptOf()).toBeNull()
})

test('a cycle is named and starts with its first name in the alphabet', async () => {
  const { versionId } = await submit('Ring', {
    'c/fxmanifest.lua': manifest("dependency 'a'"),
    'a/fxmanifest.lua': manifest("dependency 'b'", "dependency 'a'"),
    'b/fxmanifest.lua': manifest("dependency 'c'"),
    'd/fxmanifest.lua': manifest("dependency 'a'"),
  })
  await analyseAll(app)

  expect(await installOf(versionId)).toMatchObject({
    ensure: ['c', 'b', 'a', 'd'],
    cycles: [['a', 'b', 'c', 'a']],
  })
})

test('a manifest in the root gets a folder name of the archive', async () => {
  const { versionId } = await submit('Root', { 'fxmanifest.lua': manifest() }, 'my_hud-v1.2.0-main.zip')
  await analyseAll(app)

  const install = await installOf(versionId)

  expect(install.ensure).toEqual(['my_hud'])
  expect(install.notes).toEqual([
    'The manifest is not in a folder: unpack the archive into a folder named my_hud.',
  ])
})

test('the code of several frameworks needs none of them; that of one needs its resource', async () => {
  const one = {
    'one/fxmanifest.lua': manifest("server_script 's.lua'"),
    'one/s.lua': "exports['es_extended']:getSharedObject()",
  }
  const both = { ...one, 'one/q.lua': "exports['qb-core']:GetCoreObject()" }
  const alone = await submit('One framework', one)
  const bridge = await submit('Two frameworks', both)
  await analyseAll(app)

  const required = (await installOf(alone.versionId)).requires
  const { requires, notes } = await installOf(bridge.versionId)

  expect(required).toEqual([
    {
      name: 'es_extended',
      constraint: null,
      kind: 'framework',
      isDeclared: false,
      script: null,
      home: 'https://github.com/esx-framework/esx_core',
    },
  ])
  expect(requires).toEqual([])
  expect(notes).toEqual(['It supports ESX and QBCore and uses the one on your server, if any.'])
})

test('a framework that the code uses only where it is started is not needed', async () => {
  const { versionId } = await submit('Bridge', {
    'one/fxmanifest.lua': manifest("server_script 's.lua'"),
    'one/s.lua':
      "if GetResourceState('es_extended') == 'started' then exports['es_extended']:getSharedObject() end exports.ox_lib:notify()",
  })
  await analyseAll(app)

  const { requires, notes } = await installOf(versionId)

  expect(requires.map(({ name }: { name: string }) => name)).toEqual(['ox_lib'])
  expect(notes).toContain('It uses ESX only where your server has it.')
})

test('names from the archive cannot add lines to server.cfg', async () => {
  const { versionId } = await submit('Quit "now"', {
    'a;quit/fxmanifest.lua': manifest(`dependency "x\\nquit"`),
    'b"\u0026 quit/fxmanifest.lua': manifest(`dependency 'y" ; quit'`),
    '$(reboot)/fxmanifest.lua': manifest(),
    '{{dbPassword}}/fxmanifest.lua': manifest(),
    'two words/fxmanifest.lua': manifest(`dependency '{{dbPassword}}'`),
  })
  await analyseAll(app)

  const install = await installOf(versionId)

  expect(install.ensure).toEqual(['two words'])
  expect(install.cfg.split('\n').slice(2)).toEqual(['ensure "two words"', ''])
  expect(install.requires.map((need: { name: string }) => need.name)).toHaveLength(2)
  expect(install.notes).toHaveLength(4)
})

test('the settings that the code reads are listed with what it takes without them', async () => {
  const { versionId } = await submit('Settings', {
    'fines/fxmanifest.lua': manifest("server_script 's.lua'", "client_script 'c.lua'"),
    'fines/s.lua': `GetConvar('fines:text', 'Fine "paid"\\nquit') GetConvarInt('sv_maxClients', 48)`,
    'fines/c.lua': "local amount = GetConvarInt('fines:amount', 250)",
    'other/fxmanifest.lua': manifest("server_script 's.lua'"),
    'other/s.lua': "GetConvar('fines:amount')",
  })
  await analyseAll(app)

  expect((await installOf(versionId)).convars).toEqual([
    { name: 'fines:amount', fallback: '250', isReplicated: true },
    { name: 'fines:text', fallback: 'Fine "paid"', isReplicated: false },
  ])
})
