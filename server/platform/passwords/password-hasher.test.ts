import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import { expect, test, vi } from 'vitest'

// Another file of this process may have started the thread of the shared modules.
vi.resetModules()
const { hashPassword, verifyPassword } = await import('./passwords.ts')
const { runInWorker } = await import('./passwords.ts')

test.runIf(process.platform === 'linux' && getPriority() < 19)(
  'only the thread that hashes passwords has a lower priority',
  async () => {
    const before = priorities()
    const own = getPriority()

    const { thread } = await firstOf(hashPassword('the first'))
    const after = priorities()

    expect(thread.threadId).toBeGreaterThan(0)
    const lowered = [...after].filter(([id, nice]) => !before.has(id) && nice > own)
    expect(lowered.map(([, nice]) => nice)).toEqual([Math.min(19, own + 10)])
    expect([...before].filter(([id, nice]) => after.has(id) && after.get(id) !== nice)).toEqual([])
    expect(getPriority()).toBe(own)
    await thread.terminate()
  },
)

test('pending calls reject when the thread dies, and the next password starts a new thread', async () => {
  const { thread, result: hash } = await firstOf(hashPassword('right'))
  const waiting = [verifyPassword(hash, 'right'), runInWorker({ password: 'right', known: hash })]
  await Promise.all([thread.terminate(), ...waiting.map(expectEnded)])

  const { thread: another, result } = await firstOf(verifyPassword(hash, 'right'))

  expect(another).not.toBe(thread)
  expect(result).toBe(true)
  expect(await verifyPassword(hash, 'wrong')).toBe(false)
})

test('an invalid hash rejects, and the thread continues', async () => {
  const hash = await hashPassword('right')
  let started = 0
  const count = () => started++
  process.on('worker', count)

  await expect(verifyPassword('not a hash', 'right')).rejects.toThrow('Decoding failed')

  expect(await verifyPassword(hash, 'right')).toBe(true)
  process.off('worker', count)
  expect(started).toBe(0)
})

test('an idle hashing thread does not keep the process alive', async () => {
  const passwords = new URL('passwords.ts', import.meta.url).href
  const program = `const { hashPassword } = await import('${passwords}'); console.log(await hashPassword('x'))`

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])

  expect(stdout).toContain('$argon2id$')
})

/** The result of a call, and the thread that was started for it. */
async function firstOf<T>(work: Promise<T>): Promise<{ thread: Worker; result: T }> {
  const [[thread], result] = await Promise.all([once(process, 'worker'), work])
  if (!(thread instanceof Worker)) throw new Error('No thread was started')
  return { thread, result }
}

async function expectEnded(work: Promise<unknown>) {
  await expect(work).rejects.toThrow('The thread that hashes passwords ended')
}

/** The nice value of each thread of this process. */
function priorities(): Map<string, number> {
  return new Map(
    readdirSync('/proc/self/task').flatMap((id) => {
      try {
        const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
        return [[id, Number(fields.split(' ')[16])] as const]
      } catch {
        // The thread ended between the two reads.
        return []
      }
    }),
  )
}
