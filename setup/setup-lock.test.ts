import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './setup-lock.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scripthaven-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lockModule = new URL('setup-lock.mjs', import.meta.url).href

/** Enters, stays a moment, leaves; the trace shows whether anybody else was inside. */
const visitor = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  import { withLock } from ${JSON.stringify(lockModule)}
  const [lock, trace] = process.argv.slice(1)
  for (let round = 0; round < 5; round += 1) {
    await withLock(async () => {
      appendFileSync(trace, 'in ')
      await pause(5)
      appendFileSync(trace, 'out ')
    }, lock)
  }
`

function run(program: string, ...args: string[]) {
  return spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('of six starts at once only one prepares at a time, also after a holder was killed', async () => {
  const lock = join(folder, 'lock')
  const trace = join(folder, 'trace')
  const killed = run(
    `
    import { withLock } from ${JSON.stringify(lockModule)}
    await withLock(() => new Promise(() => { console.log('holding'); setInterval(() => {}, 1000) }), process.argv[1])
  `,
    lock,
  )
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  const visitors = Array.from({ length: 6 }, () => run(visitor, lock, trace))
  for (const each of visitors) each.stdout.resume()
  const codes = await Promise.all(visitors.map((each) => once(each, 'exit')))

  expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0, 0, 0])
  expect(readFileSync(trace, 'utf8')).toBe('in out '.repeat(30))
  expect(readdirSync(lock)).toEqual([])
})

test('a process number that was used again does not hold the lock of the dead', async () => {
  writeFileSync(join(folder, '7'), `${process.pid} 12345\n`)

  expect(await withLock(async () => readdirSync(folder), folder)).toEqual(['8'])
})

test('work that fails gives the lock back', async () => {
  await expect(withLock(() => Promise.reject(new Error('no network')), folder)).rejects.toThrow('no network')

  expect(readdirSync(folder)).toEqual([])
})
