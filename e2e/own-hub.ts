import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { freePort } from '#platform/testing-free-port.ts'

export type OwnHub = { address: string; dataDir: string; said: () => string; stop: () => Promise<void> }

/** A hub for one journey alone: a site without an owner, or one that belongs to a chat service of the test. */
export async function startOwnHub(env: Record<string, string> = {}): Promise<OwnHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-e2e-own-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let said = ''
  const hub = spawn(process.execPath, ['server/main.ts'], {
    env: {
      // Not the whole environment: what configures another hub must not reach this one.
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => hub.once('exit', () => resolve()))
  for (const stream of [hub.stdout, hub.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const stop = async () => {
    hub.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await expect
      .poll(() => (hub.exitCode === null ? said : `ended: ${said}`), { timeout: 60_000 })
      .toContain('is ready at')
  } catch (error) {
    await stop()
    throw error
  }
  return { address, dataDir, said: () => said, stop }
}

/** The path and query of the link in the newest mail to somebody. Mails are written by a job, after the answer. */
export async function mailedLink({ dataDir }: OwnHub, to: string, page: string): Promise<string> {
  let link = ''
  const folder = join(dataDir, 'outbox')
  const look = async () => {
    const names = await readdir(folder).catch(() => [])
    // A mail has its name only once it is whole.
    const mails = names.filter((name) => !name.startsWith('.')).toSorted((a, b) => b.localeCompare(a))
    for (const name of mails) {
      const mail: { to: string; text: string } = JSON.parse(await readFile(join(folder, name), 'utf8'))
      const found = new RegExp(`${page}\\?token=[\\w-]+`).exec(mail.text)
      if (mail.to !== to || !found) continue
      link = found[0]
      return true
    }
    return false
  }
  await expect.poll(look, { timeout: 30_000 }).toBe(true)
  return link
}
