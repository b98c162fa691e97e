import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import { expect, test } from 'vitest'

import { hashPassword, verifyPassword } from './passwords.ts'
import { workOnPassword } from './password-thread.ts'

test.runIf(process.platform === 'linux' && getPriority() < 19)(
  'only the thread that hashes passwords gives way',
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

test('whoever waits for a thread that dies hears so, and the next password has another', async () => {
  const { thread, result: hash } = await firstOf(hashPassword('right'))
  const waiting = [verifyPassword(hash, 'right'), workOnPassword({ password: 'right', known: hash })]
  await Promise.all([thread.terminate(), ...waiting.map(expectEnded)])

  const { thread: another, result } = await firstOf(verifyPassword(hash, 'right'))

  expect(another).not.toBe(thread)
  expect(result).toBe(true)
  expect(await verifyPassword(hash, 'wrong')).toBe(false)
})

test('a hash that cannot be read fails, and the thread goes on', async () => {
  const hash = await hashPassword('right')
  let began = 0
  const count = () => began++
  process.on('worker', count)

  await expect(verifyPassword('not a hash', 'right')).rejects.toThrow('Decoding failed')

  expect(await verifyPassword(hash, 'right')).toBe(true)
  process.off('worker', count)
  expect(began).toBe(0)
})

test('a program that has hashed a password ends when it has nothing else to do', async () => {
  const passwords = new URL('passwords.ts', import.meta.url).href
  const program = `const { hashPassword } = await import('${passwords}'); console.log(await hashPassword('x'))`

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 20_000,
  })

  expect(stdout).toContain('$argon2id$')
})

/** What a password comes to, and the thread that began for it. */
async function firstOf<T>(work: Promise<T>): Promise<{ thread: Worker; result: T }> {
  const [[thread], result] = await Promise.all([once(process, 'worker'), work])
  if (!(thread instanceof Worker)) throw new Error('No thread began')
  return { thread, result }
}

async function expectEnded(work: Promise<unknown>) {
  await expect(work).rejects.toThrow('The thread that hashes passwords ended')
}

/** How far each thread of this program gives way. */
function priorities(): Map<string, number> {
  return new Map(
    readdirSync('/proc/self/task').flatMap((id) => {
      try {
        const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')
        return [[id, Number(fields.split(' ')[16])] as const]
      } catch {
        // It ended between the two readings.
        return []
      }
    }),
  )
}
