import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let dataDir = ''
const running: Program[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scripthaven-start-'))
})

afterEach(async () => {
  for (const program of running.splice(0)) await program.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

test('a hub starts on an empty folder, says where it is, and stops with its database', async () => {
  const hub = start({ PORT: '0' })
  const address = await hub.ready()
  const database = databaseProcess()

  expect((await fetch(`${address}/api/health`)).status).toBe(200)
  expect(isAlive(database)).toBe(true)
  expect(await hub.end('SIGTERM')).toBe(0)

  // Dead at once, but the system may take a moment to clear it away.
  await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false)
  await expect(fetch(`${address}/api/health`)).rejects.toThrow('fetch failed')
})

test('Ctrl-C that arrives twice, from the terminal and through npm, stops it once', async () => {
  const hub = start({ PORT: '0' })
  await hub.ready()
  const database = databaseProcess()

  hub.child.kill('SIGINT')
  expect(await hub.end('SIGINT')).toBe(0)

  // Dead at once, but the system may take a moment to clear it away.
  await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false)
})

test('after a kill -9 the next start works, takes over the database and keeps the data', async () => {
  const account = { username: 'survivor', email: 'survivor@example.com', password: 'a good password' }
  const first = start({ PORT: '0' })
  const registered = await post(`${await first.ready()}/api/auth/register`, account)
  expect(registered.status).toBe(201)
  await first.end('SIGKILL')

  const second = start({ PORT: '0' })
  const signedIn = await post(`${await second.ready()}/api/auth/login`, account)

  expect(signedIn.status).toBe(200)
})

test('a second hub on the same folder is refused with the number of the first', async () => {
  const first = start({ PORT: '0' })
  await first.ready()

  const second = start({ PORT: '0' })

  expect(await second.exit).toBe(1)
  expect(second.output()).toContain(`process ${first.child.pid}`)
  expect((await fetch(`${await first.ready()}/api/health`)).status).toBe(200)
})

test('a port in use is refused in words, before anything else is done', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const hub = start({ PORT: String(port) })

  expect(await hub.exit).toBe(1)
  expect(hub.output()).toContain(`port ${port} is in use`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  other.close()
})

test('a wrong configuration is refused with every problem at once', async () => {
  const hub = start({
    PORT: 'many',
    DATABASE_URL: 'mysql://x',
    SCRIPT_REVIEW: 'maybe',
    TOKEN_SECRET: 'short',
  })

  expect(await hub.exit).toBe(1)
  for (const name of ['PORT', 'DATABASE_URL', 'SCRIPT_REVIEW', 'TOKEN_SECRET'])
    expect(hub.output()).toContain(name)
  expect(hub.output()).not.toContain('at readConfig')
})

type Program = {
  child: ChildProcess
  output: () => string
  exit: Promise<number | null>
  /** The address of the ready line. */
  ready: () => Promise<string>
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

function start(environment: Record<string, string>): Program {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  }
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  child.stderr.on('data', (part) => (text += part))
  const exit = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const ready = async () => {
    await expect.poll(() => text, { timeout: 30_000, interval: 50 }).toMatch(/ready at http/)
    return /ready at (http\S+)/.exec(text)?.[1] ?? ''
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exit
  }
  const program = { child, output: () => text, exit, ready, end }
  running.push(program)
  return program
}

function post(url: string, body: object) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function databaseProcess(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
