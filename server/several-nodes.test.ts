import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { sendMail } from '#platform/mail.ts'
import { StartRefused } from '#platform/postgres/start-refused.ts'

import { startTestHub } from './testing.ts'

const one = await startTestHub()
const two = await one.anotherNode()
const owner = await one.owner()

type Node = Pick<typeof two, 'as'>
const turns = Array.from({ length: 12 }, (_, turn) => turn)
/** Who writes and who reads changes from turn to turn. */
const sides = (turn: number): [Node, Node] => (turn % 2 ? [one, two] : [two, one])
const visit = (node: Node, path: string, headers: Record<string, string> = {}) =>
  node.as(null, 'GET', path, undefined, headers)

const partner = (name: string) => ({
  name,
  description: `${name} runs a server`,
  logo_url: 'https://partner.example/logo.png',
  website_url: 'https://partner.example',
  discord_url: 'https://discord.gg/partner',
})

test('who got the answer to a write sees it at the other node at once, in JSON', async () => {
  for (const turn of turns) {
    const [writer, reader] = sides(turn)
    const before = await visit(reader, '/api/partners')
    expect(await visit(reader, '/api/partners', { 'if-none-match': etagOf(before) })).toMatchObject({
      status: 304,
    })

    const { status, body } = await writer.as(owner, 'POST', '/api/partners', partner(`Partner ${turn}`))

    expect(status).toBe(201)
    const after = await visit(reader, '/api/partners', { 'if-none-match': etagOf(before) })
    expect(after.status).toBe(200)
    expect(after.body).toContainEqual(expect.objectContaining({ id: body.id, name: `Partner ${turn}` }))
  }
})

test('and in the page that the other node had kept', async () => {
  await one.as(owner, 'POST', '/api/partners', partner('Renamed'))
  const all = await visit(one, '/api/partners')
  const { id } = all.body.find(({ name }: { name: string }) => name === 'Renamed')
  for (const turn of turns) {
    const [writer, reader] = sides(turn)
    const before = await visit(reader, '/')
    expect((await visit(reader, '/', { 'if-none-match': etagOf(before) })).status).toBe(304)

    await writer.as(owner, 'PUT', `/api/partners/${id}`, partner(`Name of turn ${turn}`))

    const after = await visit(reader, '/', { 'if-none-match': etagOf(before) })
    expect(after.status).toBe(200)
    expect(after.body).toContain(`Name of turn ${turn}`)
  }
})

test('both nodes give the same answer the same ETag', async () => {
  for (const path of ['/api/categories', '/api/partners', '/'])
    expect(etagOf(await visit(one, path))).toBe(etagOf(await visit(two, path)))
})

test('a session of one node is one of the other, and its end is the end at both', async () => {
  const member = await one.registered('wanderer')
  expect((await two.as(member, 'GET', '/api/auth/profile')).body.user.username).toBe('wanderer')

  await two.as(member, 'POST', '/api/auth/logout')

  expect((await one.as(member, 'GET', '/api/auth/profile')).status).toBe(401)
})

test('a ban holds at both nodes from the moment it is answered', async () => {
  const member = await two.as(null, 'POST', '/api/auth/register', {
    username: 'rowdy',
    email: 'rowdy@example.com',
    password: 'correct horse',
  })
  const { accessToken: token, user } = member.body
  expect((await one.as({ token }, 'GET', '/api/groups/me/info')).status).toBe(200)

  const ban = { reason: 'Rowdy', is_permanent: true }
  expect((await one.as(owner, 'POST', `/api/users/admin/users/${user.id}/ban`, ban)).status).toBeLessThan(300)

  expect((await two.as({ token }, 'GET', '/api/groups/me/info')).status).toBe(403)
})

test('a write does not wait for long for a node that ended without a word', async () => {
  await one.db.execute(sql`select pg_notify('scripthaven_nodes', 'here a-node-that-is-no-more')`)
  await expect.poll(() => one.hub.nodes.others().size).toBe(2)

  const startedAt = performance.now()
  const { status } = await one.as(owner, 'POST', '/api/partners', partner('First after its end'))
  const waited = performance.now() - startedAt

  expect(status).toBe(201)
  expect(waited).toBeGreaterThan(900)
  expect(one.hub.nodes.others()).toEqual(new Set([two.hub.nodes.self]))
})

test('a node that lost its connection hears again what the others write', async () => {
  await visit(two, '/api/partners')
  await one.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'scripthaven nodes' and datname = current_database()`)
  await expect.poll(() => one.hub.nodes.others().size).toBe(1)
  await expect.poll(() => two.hub.nodes.others().size).toBe(1)

  await one.as(owner, 'POST', '/api/partners', partner('After the gap'))

  expect((await visit(two, '/api/partners')).body).toContainEqual(
    expect.objectContaining({ name: 'After the gap' }),
  )
})

test('a node with another secret does not start beside those that run, and changes nothing', async () => {
  const secret = 'a secret that no other node of this hub has'

  await expect(one.anotherNode({ tokenSecret: secret })).rejects.toThrow(StartRefused)
  await expect(one.anotherNode({ tokenSecret: secret })).rejects.toThrow('with another TOKEN_SECRET')

  const member = await one.registered('unharmed')
  expect((await two.as(member, 'GET', '/api/auth/profile')).status).toBe(200)
})

test('a node that keeps its files elsewhere does not start beside those that run', async () => {
  const tokenSecret = 'a secret that both nodes of this hub have'
  const hub = await startTestHub({ config: { tokenSecret } })
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-elsewhere-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))

  await expect(hub.anotherNode({ tokenSecret, dataDir })).rejects.toThrow('Nodes share one S3 store')
})

test('who starts alone may have another secret, and is told what that means', async () => {
  const lines: string[] = []
  const first = await startTestHub({ logsTo: (text) => lines.push(text) })
  await first.stop()

  const next = await first.anotherNode({ tokenSecret: 'a secret that no other node of this hub has' })

  expect((await visit(next, '/api/health')).status).toBe(200)
  await expect.poll(() => lines.join('')).toContain('TOKEN_SECRET is another one than before')
})

test('what is to be done once is done once, whichever node does it', async () => {
  const working = await startTestHub({ runsJobs: true })
  await working.anotherNode()
  const people = Array.from({ length: 15 }, (_, index) => `reader${index}@example.com`)

  await Promise.all(
    people.map((to) => sendMail(working.db, { to, subject: 'News', text: 'News', html: '<p>News</p>' })),
  )

  const outbox = join(working.dataDir, 'outbox')
  const delivered = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails = names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8')))
    return (await Promise.all(mails)).map(({ to }) => String(to)).sort()
  }
  const left = async () => (await working.db.execute(sql`select 1 from graphile_worker._private_jobs`)).rows
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
  expect(await delivered()).toEqual(people.sort())
})

function etagOf(answer: { headers: Headers }): string {
  return answer.headers.get('etag') ?? ''
}
