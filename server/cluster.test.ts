import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { sendMail } from '#platform/mail/mailer.ts'
import { StartupError } from '#postgres-launcher/startup-error.ts'

import { startTestApp } from '#test-support/test-app.ts'

const one = await startTestApp()
const two = await one.startNode()
const owner = await one.createOwner()

type Node = Pick<typeof two, 'request'>
const turns = Array.from({ length: 12 }, (_, turn) => turn)
/** The writing and the reading node alternate. */
const sides = (turn: number): [Node, Node] => (turn % 2 ? [one, two] : [two, one])
const visit = (node: Node, path: string, headers: Record<string, string> = {}) =>
  node.request(null, 'GET', path, undefined, headers)

const partner = (name: string) => ({
  name,
  description: `${name} runs a server`,
  logo_url: 'https://partner.example/logo.png',
  website_url: 'https://partner.example',
  discord_url: 'https://discord.gg/partner',
})

test('after the response to a write, the other node returns the change as JSON', async () => {
  for (const turn of turns) {
    const [writer, reader] = sides(turn)
    const before = await visit(reader, '/api/partners')
    expect(await visit(reader, '/api/partners', { 'if-none-match': etagOf(before) })).toMatchObject({
      status: 304,
    })

    const { status, body } = await writer.request(owner, 'POST', '/api/partners', partner(`Partner ${turn}`))

    expect(status).toBe(201)
    const after = await visit(reader, '/api/partners', { 'if-none-match': etagOf(before) })
    expect(after.status).toBe(200)
    expect(after.body).toContainEqual(expect.objectContaining({ id: body.id, name: `Partner ${turn}` }))
  }
})

test('after the response to a write, the other node renders it in a page that it had cached', async () => {
  await one.request(owner, 'POST', '/api/partners', partner('Renamed'))
  const all = await visit(one, '/api/partners')
  const { id } = all.body.find(({ name }: { name: string }) => name === 'Renamed')
  for (const turn of turns) {
    const [writer, reader] = sides(turn)
    const before = await visit(reader, '/')
    expect((await visit(reader, '/', { 'if-none-match': etagOf(before) })).status).toBe(304)

    await writer.request(owner, 'PUT', `/api/partners/${id}`, partner(`Name of turn ${turn}`))

    const after = await visit(reader, '/', { 'if-none-match': etagOf(before) })
    expect(after.status).toBe(200)
    expect(after.body).toContain(`Name of turn ${turn}`)
  }
})

test('both nodes give the same response the same ETag', async () => {
  for (const path of ['/api/categories', '/api/partners', '/'])
    expect(etagOf(await visit(one, path))).toBe(etagOf(await visit(two, path)))
})

test('after the response to a change of the settings, the other node shows it everywhere', async () => {
  const paths = ['/', '/faq', '/manifest.webmanifest', '/feed.xml', '/api/openapi.json']
  for (const turn of turns) {
    const [writer, reader] = sides(turn)
    for (const path of paths) await visit(reader, path)

    const change = { siteName: `Haven of turn ${turn}`, bannerText: `News of turn ${turn}` }
    const { status } = await writer.request(owner, 'PUT', '/api/settings', change)

    expect(status).toBe(200)
    for (const path of paths)
      expect(JSON.stringify((await visit(reader, path)).body)).toContain(`Haven of turn ${turn}`)
    expect((await visit(reader, '/faq')).body).toContain(`News of turn ${turn}`)
  }
})

test('a session works on both nodes and ends on both', async () => {
  const member = await one.registerUser('wanderer')
  expect((await two.request(member, 'GET', '/api/auth/profile')).body.user.username).toBe('wanderer')

  await two.request(member, 'POST', '/api/auth/logout')

  expect((await one.request(member, 'GET', '/api/auth/profile')).status).toBe(401)
})

test('a ban applies on both nodes once its call has responded', async () => {
  const member = await two.request(null, 'POST', '/api/auth/register', {
    username: 'rowdy',
    email: 'rowdy@example.com',
    password: 'correct horse',
  })
  const { accessToken: token, user } = member.body
  expect((await one.request({ token }, 'GET', '/api/groups/me/info')).status).toBe(200)

  const ban = { reason: 'Rowdy', is_permanent: true }
  expect(
    (await one.request(owner, 'POST', `/api/users/admin/users/${user.id}/ban`, ban)).status,
  ).toBeLessThan(300)

  expect((await two.request({ token }, 'GET', '/api/groups/me/info')).status).toBe(403)
})

test('a write waits at most a second for a node that was killed', async () => {
  await one.db.execute(sql`select pg_notify('scripthaven_nodes', 'here a-node-that-is-no-more')`)
  await expect.poll(() => one.app.nodes.peers().size).toBe(2)

  const startedAt = performance.now()
  const { status } = await one.request(owner, 'POST', '/api/partners', partner('First after its end'))
  const waited = performance.now() - startedAt

  expect(status).toBe(201)
  expect(waited).toBeGreaterThan(900)
  expect(one.app.nodes.peers()).toEqual(new Set([two.app.nodes.self]))
})

test('a node receives messages again after it reconnects', async () => {
  await visit(two, '/api/partners')
  await one.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'scripthaven nodes' and datname = current_database()`)
  await expect.poll(() => one.app.nodes.peers().size).toBe(1)
  await expect.poll(() => two.app.nodes.peers().size).toBe(1)

  await one.request(owner, 'POST', '/api/partners', partner('After the gap'))

  expect((await visit(two, '/api/partners')).body).toContainEqual(
    expect.objectContaining({ name: 'After the gap' }),
  )
})

test('a node with another secret does not start while others run, and changes nothing', async () => {
  const secret = 'a secret that no other node of this cluster has'

  await expect(one.startNode({ tokenSecret: secret })).rejects.toThrow(StartupError)
  await expect(one.startNode({ tokenSecret: secret })).rejects.toThrow('with a different TOKEN_SECRET')

  const member = await one.registerUser('unharmed')
  expect((await two.request(member, 'GET', '/api/auth/profile')).status).toBe(200)
})

test('a node with another file store does not start while others run', async () => {
  const tokenSecret = 'a secret that both nodes of this cluster have'
  const app = await startTestApp({ config: { tokenSecret } })
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-elsewhere-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))

  await expect(app.startNode({ tokenSecret, dataDir })).rejects.toThrow('with a different file store')
})

test('a node that starts alone may have another secret and logs a warning', async () => {
  const lines: string[] = []
  const first = await startTestApp({ onLog: (text) => lines.push(text) })
  await first.stop()

  const next = await first.startNode({ tokenSecret: 'a secret that no other node of this cluster has' })

  expect((await visit(next, '/api/health')).status).toBe(200)
  await expect.poll(() => lines.join('')).toContain('TOKEN_SECRET has changed')
})

test('a scheduled job runs once, on one of the nodes', async () => {
  const working = await startTestApp({ runsJobs: true })
  await working.startNode()
  const recipients = Array.from({ length: 15 }, (_, index) => `reader${index}@example.com`)

  await Promise.all(
    recipients.map((to) =>
      sendMail(working.db, {
        siteName: 'Scripthaven',
        to,
        subject: 'News',
        text: 'News',
        html: '<p>News</p>',
      }),
    ),
  )

  const outbox = join(working.dataDir, 'outbox')
  const delivered = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
    const mails = names.map(async (name) => JSON.parse(await readFile(join(outbox, name), 'utf8')))
    return (await Promise.all(mails)).map(({ to }) => String(to)).sort()
  }
  const left = async () => (await working.db.execute(sql`select 1 from graphile_worker._private_jobs`)).rows
  await expect.poll(left).toEqual([])
  expect(await delivered()).toEqual(recipients.sort())
})

function etagOf(response: { headers: Headers }): string {
  return response.headers.get('etag') ?? ''
}
