import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles } from '#test-support/game-server.ts'
import { startHubProxy } from '#test-support/hub-proxy.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
const script = await publishScript(app, author, 'Boats', resourceFiles('boats'))
if (!isCliBuilt()) await buildCli(process.execPath)

/** The program as a hub serves it. */
async function createServedServer(hub: string) {
  const folder = await createGameServer()
  await folder.write('cli.mjs', (await readFile(CLI_BUNDLE, 'utf8')).replace('{hub}', hub))
  const token = author.token
  return createGameServer({ root: folder.folder, program: folder.path('cli.mjs'), token })
}

test('login stores the token for the hub of scripthaven.json, also in the file of another hub', async () => {
  const other = await startHubProxy(app.url, (_, text) => ({ text }))
  const server = await createServedServer(other.url)
  const member = await app.registerUser('harbourmaster')
  const draft = { name: 'Server', scopes: ['read', 'download'], scripts: 'all', days: 30 }
  const { body } = await app.request(member, 'POST', '/api/account/tokens', draft)
  await server.run('init', app.url)

  const { code, stderr } = await server.runWithInput(body.token, 'login', '--with-token')

  expect([code, stderr]).toEqual([0, ''])
  expect(Object.keys(JSON.parse(await server.read('home/scripthaven/tokens.json')))).toEqual([app.url])
  expect(other.requests).toEqual([])
  expect(await server.runWith({ SCRIPTHAVEN_TOKEN: '' }, 'add', String(script.id), '--yes')).toMatchObject({
    code: 0,
  })
})

test('the file of a hub sends SCRIPTHAVEN_TOKEN to that hub only', async () => {
  const other = await startHubProxy(app.url, (_, text) => ({ text }))
  const server = await createServedServer(app.url)
  await server.run('init', other.url)

  expect(await server.run('add', String(script.id), '--yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`SCRIPTHAVEN_TOKEN is for ${app.url} only`),
  })
  expect(other.requests.filter(({ token }) => token !== undefined)).toEqual([])
})
