import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './setup-lock.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripthaven-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Takes the lock five times and records when it is inside. */
const program = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  import { withLock } from ${JSON.stringify(new URL('setup-lock.mjs', import.meta.url).href)}
  const [lock, trace] = process.argv.slice(1)
  for (let round = 0; round < 5; round += 1) {
    await withLock(async () => {
      appendFileSync(trace, 'in ')
      await pause(5)
      appendFileSync(trace, 'out ')
    }, lock)
  }
`

test('of six processes only one holds the lock at a time, also after a holder was killed', async () => {
  const lock = join(folder, 'lock')
  const trace = join(folder, 'trace')
  mkdirSync(lock)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)

  const processes = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, lock, trace], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const codes = await Promise.all(processes.map((child) => once(child, 'exit')))

  expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0, 0, 0])
  expect(readFileSync(trace, 'utf8')).toBe('in out '.repeat(30))
  expect(existsSync(lock)).toBe(false)
})

test('work that rejects releases the lock', async () => {
  const lock = join(folder, 'lock')

  await expect(withLock(() => Promise.reject(new Error('no network')), lock)).rejects.toThrow('no network')

  expect(existsSync(lock)).toBe(false)
})
