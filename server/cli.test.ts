import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { launchPostgres } from '#postgres-launcher/launch.ts'

import { runCli } from '#test-support/cli.ts'
import { connectionUrl } from '#test-support/database.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { registerWithTwoFactor } from '#test-support/two-factor.ts'

async function startWithDatabaseUrl() {
  const app = await startTestApp()
  return { app, environment: { DATABASE_URL: app.database.url } }
}

test('an unknown command or option prints the usage', async () => {
  const unknown = await runCli(['destroy'], {})
  const wrong = await runCli(['create-owner', '--name', 'boss'], {})

  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Unknown command: destroy') })
  expect(unknown.stderr).toContain('npm run hub -- create-owner')
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run hub -- create-owner'),
  })
})

test('create-owner validates its values like a registration and creates nothing on error', async () => {
  const { app, environment } = await startWithDatabaseUrl()
  await app.registerUser('ada')
  const create = (...args: string[]) => runCli(['create-owner', ...args], environment)

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

  const { rows } = await app.db.execute(sql`select 1 from users where is_owner`)
  expect(rows).toEqual([])
})

test('create-owner prints a generated password that works at once in the running app', async () => {
  const { app, environment } = await startWithDatabaseUrl()

  const result = await runCli(
    ['create-owner', '--username', 'boss', '--email', 'boss@example.com'],
    environment,
  )

  expect(result).toMatchObject({ code: 0, stderr: '' })
  const password = /The password is (\S{24})\n/.exec(result.stdout)?.[1]
  const { status, body } = await app.request(null, 'POST', '/api/auth/login', {
    email: 'boss@example.com',
    password,
  })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ username: 'boss', is_owner: true, email_verified: true })
})

test('create-owner promotes an existing account without a new password', async () => {
  const { app, environment } = await startWithDatabaseUrl()
  const member = await app.registerUser('ada')

  const result = await runCli(
    ['create-owner', '--username', 'ada', '--email', 'ADA@example.com'],
    environment,
  )

  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('The password did not change') })
  expect((await app.request(member, 'GET', '/api/auth/profile')).body.user).toMatchObject({ is_owner: true })
  const { email, password } = member
  expect((await app.request(null, 'POST', '/api/auth/login', { email, password })).status).toBe(200)
})

test('create-owner uses the built-in database of a running app and leaves it running', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-command-'))
  const server = await launchPostgres(join(dataDir, 'postgres'))
  onTestFinished(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  // With DATABASE_URL the command migrates the schema; with a running built-in server it does not.
  const first = await runCli(['create-owner', '--username', 'boss', '--email', 'boss@example.com'], {
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(server.connection),
  })
  const second = await runCli(['create-owner', '--username', 'chief', '--email', 'chief@example.com'], {
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

test('create-owner starts the built-in database when it is not running, and stops it again', async () => {
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
  expect(await runCli(args, { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })

  const server = await launchPostgres(join(dataDir, 'postgres'))
  onTestFinished(() => server.stop())
  expect(server.wasRunning).toBe(false)
})

test('turn-off-two-factor lets an owner without phone and recovery codes sign in', async () => {
  const { app, environment } = await startWithDatabaseUrl()
  const boss = await registerWithTwoFactor(app, 'boss', new Date())
  const signIn = () =>
    app.request(null, 'POST', '/api/auth/login', { email: boss.email, password: boss.password })
  expect((await signIn()).body.two_factor_required).toBe(true)

  const result = await runCli(['turn-off-two-factor', '--email', 'BOSS@example.com'], environment)

  expect(result).toMatchObject({
    code: 0,
    stdout:
      'Two-factor authentication of boss is off now. The authenticator and the recovery codes no longer work, and 1 session was ended. Signing in takes the password alone: set it up again under Profile Settings, Password.\n',
  })
  expect((await app.request(boss, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await signIn()).body.user.two_factor_enabled).toBe(false)
})

test('set-password lets an owner who lost the password sign in, ends all sessions and says so', async () => {
  const { app, environment } = await startWithDatabaseUrl()
  await app.registerUser('ada')
  const boss = await app.registerUser('boss')
  await app.db.execute(sql`update users set is_owner = true where id = ${boss.id}`)
  const set = (...args: string[]) => runCli(['set-password', ...args], environment)
  const signIn = (password: string) =>
    app.request(null, 'POST', '/api/auth/login', { email: boss.email, password })

  expect(await set('--email', 'missing@example.com')).toMatchObject({
    code: 1,
    stderr: 'There is no account with the email address missing@example.com\n',
  })
  expect(await set('--email', boss.email, '--password', 'elevenchars')).toMatchObject({
    code: 1,
    stderr: 'Password must be at least 12 characters\n',
  })
  expect((await set('--email', boss.email, '--password', '123456789qwe')).stderr).toContain('Many people use')
  expect((await signIn(boss.password)).status).toBe(200)

  const result = await set('--email', 'BOSS@example.com')

  expect(result).toMatchObject({ code: 0, stderr: '' })
  expect(result.stdout).toContain('The password of boss was replaced, and 2 sessions were ended.')
  const password = /The password is (\S{24})\n/.exec(result.stdout)?.[1] ?? ''
  expect((await app.request(boss, 'GET', '/api/auth/profile')).status).toBe(401)
  expect((await signIn(boss.password)).status).toBe(401)
  expect((await signIn(password)).status).toBe(200)
  const { rows } = await app.db.execute(sql`
    select user_id, description from activities where action = 'Password Reset' and target_id = ${boss.id}`)
  expect(rows).toEqual([
    { user_id: null, description: 'The password of boss was replaced from the command line' },
  ])
})

test('replace-signing-key signs with a new key, and remove-signing-key removes only former ones', async () => {
  const { app, environment } = await startWithDatabaseUrl()
  const keys = async (): Promise<string[]> => {
    const { body } = await app.request(null, 'GET', '/.well-known/scripthaven.json')
    return body.keys.map(({ kid }: { kid: string }) => kid)
  }
  const [first = ''] = await keys()
  expect(await runCli(['remove-signing-key'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Exactly one argument is required'),
  })
  expect((await runCli(['remove-signing-key', first], environment)).stdout).toBe(
    'There is no former key with this id.\n',
  )
  expect(await keys()).toEqual([first])

  const replaced = await runCli(['replace-signing-key'], { ...environment, DATA_DIR: app.dataDir })

  const [second = ''] = (await keys()).filter((id) => id !== first)
  expect(replaced).toMatchObject({
    code: 0,
    stdout: `The site signs with the key ${second} now. Former keys verify until you remove them.\n`,
  })
  expect((await keys()).toSorted()).toEqual([first, second].toSorted())
  expect((await runCli(['remove-signing-key', first], environment)).stdout).toBe('The key is removed.\n')
  expect(await keys()).toEqual([second])
})
