import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

export const project = dirname(dirname(fileURLToPath(import.meta.url)))

type Exit = { code: number; output: string }

export type Checkout = {
  folder: string
  write: (path: string, text: string) => void
  /** Starts a process group, so that a test can kill all of its processes, as a power cut does. */
  start: (command: string, args?: string[], environment?: Record<string, string>) => ChildProcess
  run: (command: string, args?: string[], environment?: Record<string, string>) => Promise<Exit>
}

const folders: string[] = []
const children: ChildProcess[] = []

export function cleanUpAfterEach(): void {
  afterEach(() => {
    for (const child of children.splice(0)) killGroup(child)
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** A checkout with the tools and packages of this one and a web app of three lines. */
export function createCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-copy-'))
  folders.push(folder)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(project, 'tools'), join(folder, 'tools'), { recursive: true, filter: isNoTest })
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json']) {
    cpSync(join(project, file), join(folder, file))
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  write('vite.config.ts', `export default { root: 'web', build: { manifest: true } }`)
  write('server/archives/analyse/analysis-program.ts', '')
  write('server/platform/inspection/archives/archive-worker.ts', '')
  write('cli/main.ts', '')
  write('web/index.html', '<script type="module" src="./main.ts"></script>')
  write('web/main.ts', `document.title = 'first'`)
  write('web/entry-server.tsx', `export const title = 'first'`)

  const start: Checkout['start'] = (command, args = [], environment = {}) => {
    const program = join(folder, 'tools', 'run.mjs')
    const env = { ...environmentWithoutRunners(), ...environment }
    const child = spawn(process.execPath, [program, command, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }
  return { folder, write, start, run: (...command) => waitForExit(start(...command)) }
}

const isNoTest = (path: string) => !path.endsWith('.test.ts')

export async function waitForExit(child: ChildProcess): Promise<Exit> {
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

export function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

// A test runner inside another one must not inherit its environment variables.
function environmentWithoutRunners(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !runnerVariables.test(name)))
}

const runnerVariables = /^(VITEST|TEST|PLAYWRIGHT|CI$|NODE_ENV$|FORCE_COLOR$|CHROMIUM_PATH$)/
