import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { launchPostgres } from '#platform/postgres/launch.ts'

import { databaseUrl, hubCommand, socketUrl } from './testing-command.ts'
import { startTestHub } from './testing.ts'
import { guarded } from './two-factor/testing.ts'

// Each command is a process of its own; on a busy machine several of them take their time.
vi.setConfig({ testTimeout: 120_000 })

async function hubBehindUrl() {
  const hub = await startTestHub()
  const { rows } = await hub.db.execute<{ name: string }>(sql`select current_database() as name`)
  return { hub, environment: { DATABASE_URL: databaseUrl(rows[0]?.name ?? '') } }
}

test('an unknown command and a wrong option are answered with what there is', async () => {
  const unknown = await hubCommand(['destroy'], {})
  const wrong = await hubCommand(['create-owner', '--name', 'boss'], {})

  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no command destroy') })
  expect(unknown.stderr).toContain('npm run hub -- create-owner')
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run hub -- create-owner'),
  })
})

test('create-owner refuses what no account may have, and makes nothing', async () => {
  const { hub, environment } = await hubBehindUrl()
  await hub.registered('ada')
  const create = (...args: string[]) => hubCommand(['create-owner', ...args], environment)

  expect((await create('--email', 'boss@example.com')).stderr).toBe('Username is required\n')
  const short = await create('--username', 'boss', '--email', 'boss@example.com', '--password', 'elevenchars')
  expect(short).toMatchObject({ code: 1, stderr: 'Password must be at least 12 characters\n' })
  const frequent = ['--username', 'boss', '--email', 'boss@example.com', '--password', '123456789qwe']
  expect(await create(...frequent)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Many people use this password'),
  })
  const taken = await create('--username', 'ADA', '--email', 'boss@example.com')
  expect(taken).toMatchObject({ code: 1, stderr: 'Username is already taken\n' })

  const { rows } = await hub.db.execute(sql`select 1 from users where is_owner`)
  expect(rows).toEqual([])
})

test('create-owner makes an owner beside a running hub, who signs in at once with the password it printed', async () => {
  const { hub, environment } = await hubBehindUrl()

  const made = await hubCommand(
    ['create-owner', '--username', 'boss', '--email', 'boss@example.com'],
    environment,
  )

  expect(made).toMatchObject({ code: 0, stderr: '' })
  const password = /The password is (\S{24})\n/.exec(made.stdout)?.[1]
  const { status, body } = await hub.as(null, 'POST', '/api/auth/login', {
    email: 'boss@example.com',
    password,
  })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ username: 'boss', is_owner: true, email_verified: true })
})

test('create-owner makes an account that exists an owner and leaves its password alone', async () => {
  const { hub, environment } = await hubBehindUrl()
  const member = await hub.registered('ada')

  const made = await hubCommand(
    ['create-owner', '--username', 'ada', '--email', 'ADA@example.com'],
    environment,
  )

  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('The password stays as it is') })
  expect((await hub.as(member, 'GET', '/api/auth/profile')).body.user).toMatchObject({ is_owner: true })
  const { email, password } = member
  expect((await hub.as(null, 'POST', '/api/auth/login', { email, password })).status).toBe(200)
})

test('create-owner uses the built-in database of a running hub and leaves it running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-command-'))
  const server = await launchPostgres(join(dataDir, 'postgres'))
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  // Whoever started the server has migrated it.
  const first = await hubCommand(['create-owner', '--username', 'boss', '--email', 'boss@example.com'], {
    DATA_DIR: dataDir,
    DATABASE_URL: socketUrl(server.connection),
  })
  const second = await hubCommand(['create-owner', '--username', 'chief', '--email', 'chief@example.com'], {
    DATA_DIR: dataDir,
  })

  expect([first, second]).toMatchObject([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ])
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query('select username from users where is_owner order by id')
  await client.end()
  expect(rows).toEqual([{ username: 'boss' }, { username: 'chief' }])
})

test('create-owner starts the built-in database of a hub that is not running, and stops it again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-command-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))

  const args = [
    'create-owner',
    '--username',
    'boss',
    '--email',
    'boss@example.com',
    '--password',
    'twelve chars',
  ]
  expect(await hubCommand(args, { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })

  const server = await launchPostgres(join(dataDir, 'postgres'))
  onTestFinished(() => server.stop())
  expect(server.adopted).toBe(false)
})

test('turn-off-two-factor lets an owner in who lost phone and codes', async () => {
  const { hub, environment } = await hubBehindUrl()
  const boss = await guarded(hub, 'boss', new Date())
  const signIn = () => hub.as(null, 'POST', '/api/auth/login', { email: boss.email, password: boss.password })
  expect((await signIn()).body.two_factor_required).toBe(true)

  const done = await hubCommand(['turn-off-two-factor', '--email', 'BOSS@example.com'], environment)

  expect(done).toMatchObject({ code: 0, stdout: 'boss signs in with the password alone now.\n' })
  expect((await hub.as(boss, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await signIn()).body.user.two_factor_enabled).toBe(false)
})
