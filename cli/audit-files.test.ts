import { createHash } from 'node:crypto'
import { symlink } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { startHub, type createGameServer } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'

// The blocklist changes.
const app = await startHub({ cacheBytesMax: 0 })
const author = await app.createUser('scripts.upload', 'scripts.download')
const owner = await app.createOwner()

async function problemsOf(server: Awaited<ReturnType<typeof createGameServer>>) {
  const { stdout } = await server.run('audit', '--json')
  return JSON.parse(stdout)
}

test('a blocked file is found in an installed resource and behind a link, and a dead link is no obstacle', async () => {
  const { server, name, file } = await createOutdatedServer(app, author, {})
  const bad = 'steal(1)\n'
  await server.write(file('added.lua'), bad)
  await server.write(file('server.lua'), bad)
  await server.write('elsewhere/linked/fxmanifest.lua', "fx_version 'cerulean'\n")
  await server.write('elsewhere/linked/bad.lua', bad)
  await symlink(server.path('elsewhere/linked'), server.path('resources/linked'))
  await server.write('resources/own/fxmanifest.lua', "fx_version 'cerulean'\n")
  await symlink('nowhere', server.path('resources/own/dead'))
  const value = createHash('sha256').update(bad).digest('hex').slice(0, 32)
  await app.request(owner, 'POST', '/api/moderation/blocklist', {
    kind: 'file',
    value,
    reason: 'Seen on infected servers',
  })

  const problems: { level: string; what: string; text: string }[] = await problemsOf(server)

  const blocked = problems.filter(({ what }) => what === 'blocked')
  expect(blocked.every(({ level }) => level === 'high')).toBe(true)
  expect(blocked.map(({ text }) => text.split(' ', 1).join('')).toSorted()).toEqual(
    [`${name}/added.lua`, `${name}/server.lua`, 'resources/linked/bad.lua'].toSorted(),
  )
})

test('audit says how to leave a recalled version that scripthaven.json asks for', async () => {
  const { server, id, versionId } = await createOutdatedServer(app, author, {})
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', JSON.stringify({ ...project, scripts: { [id]: '1.0.0' } }))
  await app.request(author, 'POST', `/api/versions/${versionId}/withdraw`, {
    kind: 'security',
    reason: 'It leaks the keys of the server.',
  })

  expect(await problemsOf(server)).toMatchObject([
    {
      what: 'recalled',
      text: expect.stringMatching(
        /scripthaven\.json asks for exactly this version\. Write \^1\.0\.0 there\. Run ".* update"\.$/,
      ),
    },
  ])
})
