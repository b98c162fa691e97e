import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles } from '#test-support/game-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')

test('one of a kind, none of it, and the ends of texts are written well', async () => {
  const library = await publishScript(app, author, 'Sluice library', resourceFiles('sluice_lib'))
  const { id } = await publishScript(
    app,
    author,
    'Sluice',
    resourceFiles('sluice', {
      needs: ['sluice_lib'],
      files: { 'a.sql': 'create table a (id int);\n\n', 'b.sql': 'create table b (id int);' },
    }),
  )
  const server = await createGameServer({ token: author.token })
  await server.write('notes/readme.txt', 'notes')
  const output = async (...args: string[]) => (await server.run(...args)).stdout

  expect(await output('scan', 'notes')).toMatch(/^1 file, no resource\nNo known suspicious patterns/)
  await output('init', app.url)
  expect(await output('add', String(id), '--yes')).toMatch(/\n2 scripts, 1 KB to download\.\n/)
  const again = await output('add', String(library.id))
  expect(again).toMatch(/^Nothing to download\.\nEverything is up to date\.\n$/)
  expect(await output('sql')).toMatch(
    /table a \(id int\);\n\n-- new: sluice\/b\.sql, of Sluice\n.*table b \(id int\);\n\nRun them .*\n$/,
  )
  expect(await output('publish', 'resources/[scripthaven]/sluice', '--check')).toMatch(/[^\n]\n$/)
})
