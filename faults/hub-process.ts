import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../setup/hub-memory.mjs'

import { within } from './waiting.ts'

type Ended = { code: number | null; signal: NodeJS.Signals | null }

/** A hub as `npm start` runs it: a process of its own on the pinned Node. */
export type HubProcess = {
  pid: number
  address: string
  ended: Promise<Ended>
  /** What it printed last. */
  output: () => string
  /** Sends a signal and waits for the end. */
  end: (signal: NodeJS.Signals) => Promise<Ended>
}

/** What the start of a hub ended with when it did not get ready. */
export class StartFailed extends Error {}

const readyWithin = 60_000
/** Characters; the rest of a long life is of no interest. */
const outputMax = 64 * 1024
const thisVersion = join(import.meta.dirname, '..')

/** Resolves once the hub says where it is. Another version lies in a folder of its own. */
export async function startHub(
  environment: Record<string, string>,
  onSpawned: (pid: number) => void = () => undefined,
  version: string = thisVersion,
): Promise<HubProcess> {
  const { NODE_COMPILE_CACHE = '', TMPDIR = '', PATH = '' } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TMPDIR && { TMPDIR }) }
  const child = spawn(process.execPath, [...MEMORY_FLAGS, join(version, 'server/main.ts')], {
    env: { ...env, ...MEMORY_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawned(child.pid ?? 0)
  let text = ''
  const ended = new Promise<Ended>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const ready = new Promise<string>((resolve, reject) => {
    const read = (part: Buffer) => {
      text = (text + part.toString()).slice(-outputMax)
      const address = /ready at (http\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('close', () => reject(new StartFailed(text.trim())))
  })
  try {
    const address = await within(readyWithin, 'The hub did not get ready', ready)
    return {
      pid: child.pid ?? 0,
      address,
      ended,
      output: () => text,
      end: (signal) => {
        child.kill(signal)
        return ended
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  }
}
