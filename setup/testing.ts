import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'

export const project = dirname(dirname(fileURLToPath(import.meta.url)))

type Ended = { code: number; output: string }

export type Checkout = {
  folder: string
  write: (path: string, text: string) => void
  /** In a group of its own: what a power cut ends is every process. */
  begin: (command: string, args?: string[], environment?: Record<string, string>) => ChildProcess
  run: (command: string, args?: string[], environment?: Record<string, string>) => Promise<Ended>
}

const folders: string[] = []
const children: ChildProcess[] = []

export function cleanUpAfterEach(): void {
  afterEach(() => {
    for (const child of children.splice(0)) killAll(child)
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
}

/** A checkout with the setup and the packages of this one, and a web app of three lines. */
export function makeCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-copy-'))
  folders.push(folder)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(project, 'setup'), join(folder, 'setup'), { recursive: true, filter: isNoTest })
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json']) {
    cpSync(join(project, file), join(folder, file))
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  write('vite.config.ts', `export default { root: 'web', build: { manifest: true } }`)
  write('web/index.html', '<script type="module" src="./main.ts"></script>')
  write('web/main.ts', `document.title = 'first'`)
  write('web/entry-server.tsx', `export const title = 'first'`)

  const begin: Checkout['begin'] = (command, args = [], environment = {}) => {
    const program = join(folder, 'setup', `${command}.mjs`)
    const env = { ...withoutRunners(), ...environment }
    const child = spawn(process.execPath, [program, ...args], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }
  return { folder, write, begin, run: (...command) => read(begin(...command)) }
}

const isNoTest = (path: string) => !path.endsWith('.test.ts')

export async function read(child: ChildProcess): Promise<Ended> {
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output }
}

export function killAll(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of them ended by themselves.
  }
}

// A runner inside a runner must not take the outer one's marks for its own.
function withoutRunners(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !marksOfRunners.test(name)))
}

const marksOfRunners = /^(VITEST|TEST|PLAYWRIGHT|CI$|NODE_ENV$|FORCE_COLOR$|CHROMIUM_PATH$)/
