import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { programFolder } from '#platform/version.ts'

import { MEMORY_ENVIRONMENT, MEMORY_FLAGS } from '../../setup/hub-memory.mjs'

export type Program = { pid: number; address: string; readyAfterMs: number; stop(): Promise<void> }

/** Runs a program of ours and waits for the address that it prints. */
export async function startProgram(
  script: string,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<Program> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...nodeOptions, join(programFolder, script)], {
    cwd: programFolder,
    env: { PATH: process.env['PATH'] ?? '', ...MEMORY_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(script, child)
  return {
    pid: child.pid ?? 0,
    address,
    readyAfterMs: performance.now() - startedAt,
    stop: () => stopProgram(child, 'SIGTERM'),
  }
}

/** Asks a program to end, and resolves once it has. */
export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

function addressOf(script: string, child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      if (text.length > 100_000) return
      text += part
      const [, address] = /ready at (http:\S+)/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child
      .once('error', reject)
      .once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${text}`)))
  })
}
