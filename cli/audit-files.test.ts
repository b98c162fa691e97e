import { createHash } from 'node:crypto'
import { symlink } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { applyAnalysis, rescan } from '#server/scripts/scripts.public.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'

// The blocklist changes.
const app = await startHub({ cacheBytesMax: 0 })
const author = await app.createUser('scripts.upload', 'scripts.download')
const copier = await app.createUser('scripts.upload')
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

async function block(kind: 'archive' | 'file', value: string) {
  const entry = { kind, value, reason: 'A copy of the work of another author' }
  const { status } = await app.request(owner, 'POST', '/api/moderation/blocklist', entry)
  expect(status).toBe(201)
  await runJob(app, rescan)
  await analyseAll(app)
  await runQueued(app, applyAnalysis)
}

let copies = 0

/** A server with the script of an author, and one with the copy that another user published. */
async function createCopiedScript() {
  const name = `lighthouse${++copies}`
  // Of smaller files the hub does not know who had them first.
  const lines = Array.from({ length: 40 }, (_, line) => `print('light ${copies} ${line}')\n`)
  const files = resourceFiles(name, { files: { 'light.lua': lines.join('') } })
  const install = async (id: number) => {
    const server = await createGameServer({ token: author.token })
    await server.run('init', app.url)
    expect(await server.run('add', String(id), '--yes')).toMatchObject({ code: 0 })
    return { server, id }
  }
  const original = await install((await publishScript(app, author, `Lighthouse ${copies}`, files)).id)
  const copy = await install((await publishScript(app, copier, `Copied ${copies}`, files)).id)
  const { sha256 } = JSON.parse(await copy.server.read('scripthaven.lock')).scripts[copy.id]
  return { name, files, sha256, original, copy }
}

const blockedOf = async ({ server }: { server: Awaited<ReturnType<typeof createGameServer>> }) =>
  (await problemsOf(server)).map(({ what, text }: { what: string; text: string }) => [what, text])

test('a blocked archive is no problem for who has it from the author that the entry spares', async () => {
  const { original, copy, sha256 } = await createCopiedScript()

  await block('archive', sha256)

  expect(await blockedOf(original)).toEqual([])
  expect(await blockedOf(copy)).toEqual([
    [
      'blocked',
      expect.stringMatching(/^The archive of Copied \d+ 1\.0\.0 is on the blocklist of the hub\.$/),
    ],
    ['gone', expect.stringContaining('is no longer on the hub')],
  ])
})

test('a blocked file is no problem in the script that keeps it, also if it was installed by hand', async () => {
  const { name, files, original, copy } = await createCopiedScript()
  const light = files.find((file) => String(file.name).endsWith('light.lua'))?.content ?? ''
  const byHand = await createGameServer()
  await byHand.run('init', app.url)
  for (const file of files) await byHand.write(`resources/${String(file.name)}`, String(file.content))

  await block('file', createHash('sha256').update(String(light)).digest('hex'))

  expect(await blockedOf(original)).toEqual([])
  expect(await blockedOf({ server: byHand })).toEqual([])
  expect(await blockedOf(copy)).toEqual([
    ['gone', expect.stringContaining('is no longer on the hub')],
    ['blocked', `${name}/light.lua is on the blocklist of the hub.`],
  ])
})

test('a file that was blocked a moment ago is a problem until the hub has looked at the script again', async () => {
  const { name, files, original } = await createCopiedScript()
  const light = files.find((file) => String(file.name).endsWith('light.lua'))?.content ?? ''
  const value = createHash('sha256').update(String(light)).digest('hex')
  const entry = { kind: 'file', value, reason: 'Seen on infected servers' }
  await app.request(owner, 'POST', '/api/moderation/blocklist', entry)

  expect(await blockedOf(original)).toEqual([
    ['blocked', `${name}/light.lua is on the blocklist of the hub.`],
  ])
})

test('the original of a copy that was taken down is no problem', async () => {
  const { original, copy } = await createCopiedScript()
  const removal = { reason: 'stolen', note: 'See the case.' }
  expect((await app.request(owner, 'POST', `/api/scripts/${copy.id}/removal`, removal)).status).toBe(201)

  expect(await blockedOf(original)).toEqual([])
  expect((await blockedOf(copy)).map(([what]: string[]) => what)).toEqual(['recalled', 'gone'])
})

test('more scripts than the hub takes in one call are asked for in parts', async () => {
  const { original } = await createCopiedScript()
  const lock = JSON.parse(await original.server.read('scripthaven.lock'))
  const unknown = Array.from({ length: 450 }, (_, at) => [900_000 + at, lock.scripts[original.id]])
  const scripts = { ...lock.scripts, ...Object.fromEntries(unknown) }
  await original.server.write('scripthaven.lock', JSON.stringify({ ...lock, scripts }))

  const whats = (await blockedOf(original)).map(([what]: string[]) => what)

  expect(whats.filter((what: string) => what === 'gone')).toHaveLength(450)
  expect(whats.filter((what: string) => what === 'missing')).toHaveLength(450)
  expect(whats).toHaveLength(900)
})
