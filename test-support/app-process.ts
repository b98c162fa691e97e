import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../tools/memory-settings.mjs'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type AppProcess = {
  pid: number
  /** Rejects with `StartFailed` if the process exits first. */
  ready: Promise<{ url: string; afterMs: number }>
  exited: Promise<Exit>
  /** The last 64 KB of stdout and stderr. */
  output: () => string
  /** Sends the signal and waits for the exit. */
  stop: (signal?: NodeJS.Signals) => Promise<Exit>
}

export type RunningProcess = Omit<AppProcess, 'ready'> & { url: string; startMs: number }

/** The message is the output of the process. */
export class StartFailed extends Error {}

type Options = {
  /** The checkout to run, for tests with two versions. */
  root?: string
  program?: string
  args?: readonly string[]
  startTimeoutMs?: number
}

const thisCheckout = join(import.meta.dirname, '..')
const outputMax = 64 * 1024
/** The rest of the environment may configure another instance of the app. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE']

/** Starts the app, or another program that prints `ready at URL`, with the Node flags of `npm start`. */
export function spawnApp(
  environment: Record<string, string>,
  { root = thisCheckout, program = 'server/main.ts', args = [] }: Options = {},
): AppProcess {
  const startedAt = performance.now()
  const env = Object.fromEntries(inherited.map((name) => [name, process.env[name]]))
  const child = spawn(process.execPath, [...MEMORY_FLAGS, join(root, program), ...args], {
    cwd: root,
    env: { ...env, ...MEMORY_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<Exit>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const ready = new Promise<{ url: string; afterMs: number }>((resolve, reject) => {
    const read = (chunk: string) => {
      output = (output + chunk).slice(-outputMax)
      const url = /ready at (http\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve({ url, afterMs: performance.now() - startedAt })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('error', reject)
    child.once('close', () => reject(new StartFailed(output.trim())))
  })
  // Without a handler, Node would end this process if nothing waits for `ready`.
  ready.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    ready,
    exited,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exited
    },
  }
}

/** Like `spawnApp`, but waits until the app is ready. It ends an app that does not get ready. */
export async function startApp(
  environment: Record<string, string>,
  options: Options = {},
): Promise<RunningProcess> {
  return waitUntilReady(spawnApp(environment, options), options.startTimeoutMs)
}

export async function waitUntilReady(
  { ready, ...app }: AppProcess,
  timeoutMs = 180_000,
): Promise<RunningProcess> {
  const timer = setTimeout(() => void app.stop('SIGKILL'), timeoutMs)
  try {
    const { url, afterMs } = await ready
    return { ...app, url, startMs: afterMs }
  } finally {
    clearTimeout(timer)
  }
}
