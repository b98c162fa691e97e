import { expect, test } from 'vitest'

import { startHub } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

test('with --json each command prints one JSON value, also where nothing changes', async () => {
  const { server, id, name } = await createOutdatedServer(app, author, {
    'server.lua': "PerformHttpRequest('https://a.example', print)\n",
  })
  const member = await app.registerUser('harbourmaster')
  const draft = { name: 'Server', scopes: ['read', 'download'], scripts: 'all', days: 30 }
  const { body } = await app.request(member, 'POST', '/api/account/tokens', draft)
  const json = async (...args: string[]) => JSON.parse((await server.run(...args, '--json')).stdout)

  expect(await json('outdated')).toHaveLength(1)
  expect(await json('update', '--yes')).toMatchObject({ isChanged: false, installed: [] })
  expect(await json('update', '--yes', '--accept-capabilities')).toMatchObject({ installed: [String(id)] })
  expect(await json('update')).toMatchObject({ isChanged: false })
  expect(await json('add', String(id))).toMatchObject({ isChanged: false })
  expect(await json('sync')).toMatchObject({ isChanged: false })
  expect(await json('rollback')).toEqual({ restored: [name] })
  for (const args of [['list'], ['why', name], ['audit'], ['sql'], ['sql', '--confirm'], ['export']])
    expect(await json(...args)).toBeTypeOf('object')
  const { stdout } = await server.runWithInput(body.token, 'login', '--with-token', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ hub: app.url, username: 'harbourmaster' })
  expect(await json('remove', String(id))).toMatchObject({ removed: [name] })
})

test('with --json a person who answers no gets the result on its own', async () => {
  const { server } = await createOutdatedServer(app, author, { 'new.lua': 'new' })

  const { text } = await server.runAtTerminal([['Install these?', 'n']], ['update', '--json'])

  expect(text).toContain('"isChanged": false')
})
