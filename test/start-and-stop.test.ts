import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { spawnApp, type AppProcess } from '#test-support/app-process.ts'
import { freePort } from '#test-support/free-port.ts'
import { isReady } from '#test-support/http-client.ts'
import { registerUser, signIn } from '#test-support/users.ts'

let dataDir = ''
const running: AppProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scripthaven-start-'))
})

afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the app starts on an empty folder, prints its URL, and stops with its database', async () => {
  const app = start()
  const { url } = await app.ready
  const database = databasePid()

  expect(await isReady(url)).toBe(true)
  expect(isAlive(database)).toBe(true)
  expect(await app.stop()).toEqual({ code: 0, signal: null })

  await expectGone(database)
  await expect(fetch(`${url}/api/health`)).rejects.toThrow('fetch failed')
})

test('on a first start the health check succeeds only when the owner can sign in', async () => {
  const port = await freePort()
  const owner = { email: 'owner@example.com', password: 'owner of this site' }
  const app = start({
    PORT: String(port),
    ADMIN_USERNAME: 'owner',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { interval: 5 },
    )
    .toBe(true)

  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })

  expect(response.status).toBe(200)
  await app.ready
})

test('SIGTERM to the npm of npm start stops the app and its database', async () => {
  const { PATH = '', HOME = '' } = process.env
  const npm = spawn('npm', ['start'], {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  npm.stdout.on('data', (text) => (output += text))
  await expect.poll(() => output).toContain('ready at')
  const database = databasePid()

  npm.kill('SIGTERM')

  await expectGone(database)
})

test('Ctrl-C that arrives twice, from the terminal and through npm, stops it once', async () => {
  const app = start()
  await app.ready
  const database = databasePid()

  void app.stop('SIGINT')
  expect(await app.stop('SIGINT')).toEqual({ code: 0, signal: null })

  await expectGone(database)
})

test('after a kill -9 the next start takes over the database and keeps the data', async () => {
  const first = start()
  const user = await registerUser((await first.ready).url, 'survivor')
  await first.stop('SIGKILL')

  const second = start()

  expect((await signIn((await second.ready).url, user)).id).toBe(user.id)
})

test('a second app on the same folder is rejected with the pid of the first', async () => {
  const first = start()
  const { url } = await first.ready

  const second = start()

  expect(await second.exited).toMatchObject({ code: 1 })
  expect(second.output()).toContain(`process ${first.pid}`)
  expect(await isReady(url)).toBe(true)
})

test('a port in use is reported before anything else happens', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const app = start({ PORT: String(port) })

  expect(await app.exited).toMatchObject({ code: 1 })
  expect(app.output()).toContain(`port ${port} is in use`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  other.close()
})

test('an invalid configuration is rejected with all of its problems', async () => {
  const app = start({
    PORT: 'many',
    DATABASE_URL: 'mysql://x',
    SCRIPT_REVIEW: 'maybe',
    TOKEN_SECRET: 'short',
  })

  expect(await app.exited).toMatchObject({ code: 1 })
  for (const name of ['PORT', 'DATABASE_URL', 'SCRIPT_REVIEW', 'TOKEN_SECRET'])
    expect(app.output()).toContain(name)
  expect(app.output()).not.toContain('at readConfig')
})

function start(environment: Record<string, string> = {}): AppProcess {
  const app = spawnApp({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  })
  running.push(app)
  return app
}

function databasePid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8'))
}

/** The parent process may need a moment to reap a dead one. */
async function expectGone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
