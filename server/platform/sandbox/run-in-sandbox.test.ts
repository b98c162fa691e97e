import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile, open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'
import type { ProbeRequest } from '#test-support/sandbox/probe.ts'

import { runInSandbox, type SandboxOptions } from './run-in-sandbox.ts'

const program = new URL('../../../test-support/sandbox/probe.ts', import.meta.url)
const pace = { priority: 15, unpausedMs: 1000 }
const limits = { processorSeconds: 10, timeoutMs: 60_000, pace, heapMb: 64, replySizeMax: 10_000 }

async function probe(request: ProbeRequest, options: Partial<SandboxOptions> = {}) {
  return runInSandbox({ program, request, files: [], ...limits, ...options })
}

test('a program reads its open files, and has no network, no other files, no processes and no variables', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'secret')
  await writeFile(file, 'secret')
  await using opened = await open(file)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const result = await probe({ act: 'attempt', file, folder, port }, { files: [opened.fd] })

  server.close()
  const denied = 'ERR_ACCESS_DENIED'
  expect(result).toEqual({
    state: 'replied',
    reply: {
      'reads the open file': 'secr',
      'has the priority': 15,
      'sees variables': 0,
      'reads a file': denied,
      'lists a folder': denied,
      'writes a file': denied,
      'overwrites the code': denied,
      'starts a process': denied,
      'starts a thread': denied,
      'runs a text': 'EvalError: Code generation from strings disallowed for this context',
      connects: denied,
    },
  })
})

test.each<[string, ProbeRequest['act'], object]>([
  ['computes for too long', 'loop', { cause: 'slow' }],
  ['hangs', 'wait', { cause: 'interrupted' }],
  ['takes too much memory', 'fill-heap', { cause: 'memory' }],
  ['throws', 'throw', { cause: 'crashed', detail: expect.stringContaining('thrown by the probe') }],
  ['replies too much', 'reply-long', { cause: 'crashed', detail: 'The reply is too long' }],
])('a program that %s fails with this cause', async (_, act, failure) => {
  await using file = await open(join(await temporaryFolder(), 'pid'), 'w')
  const shorter = act === 'loop' ? { processorSeconds: 1 } : act === 'wait' ? { timeoutMs: 500 } : {}

  expect(await probe({ act, file: '', folder: '', port: 0 }, { ...shorter, files: [file.fd] })).toMatchObject(
    {
      state: 'failed',
      ...failure,
    },
  )
})

test('a program that rests for longer than its limit of processor time succeeds', async () => {
  const before = performance.now()

  expect(await probe({ act: 'rest' }, { processorSeconds: 2 })).toEqual({ state: 'replied', reply: 'rested' })
  expect(performance.now() - before).toBeGreaterThan(2000)
})

test('a program that another process kills is interrupted', async () => {
  const path = join(await temporaryFolder(), 'pid')
  await using file = await open(path, 'w')
  const running = probe({ act: 'wait' }, { files: [file.fd] })

  process.kill(await writtenPid(path), 'SIGKILL')

  expect(await running).toMatchObject({ state: 'failed', cause: 'interrupted' })
})

test('a program whose work is aborted is killed, and the call rejects', async () => {
  const path = join(await temporaryFolder(), 'pid')
  await using file = await open(path, 'w')
  const controller = new AbortController()
  const running = probe({ act: 'wait' }, { files: [file.fd], signal: controller.signal })
  const pid = await writtenPid(path)

  controller.abort(new Error('shutting down'))

  await expect(running).rejects.toThrow('shutting down')
  expect(isRunning(pid)).toBe(false)
})

test.each(['wait', 'wait-busily'])(
  'a program that is in "%s" when the app is killed ends with it',
  async (act) => {
    const path = join(await temporaryFolder(), 'pid')
    const parent = new URL('../../../test-support/sandbox/parent.ts', import.meta.url).pathname
    const app = spawn(process.execPath, [parent, path, act], { stdio: 'inherit' })
    const pid = await writtenPid(path)
    expect(isRunning(pid)).toBe(true)

    app.kill('SIGKILL')

    await expect.poll(() => isRunning(pid)).toBe(false)
  },
)

async function writtenPid(path: string): Promise<number> {
  const written = () => readFile(path, 'utf8')
  await expect.poll(written).toMatch(/^\d+\n$/)
  return Number(await written())
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
