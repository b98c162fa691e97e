import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { createOutdatedServer } from '#test-support/outdated-server.ts'
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
