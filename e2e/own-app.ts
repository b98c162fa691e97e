import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect } from '@playwright/test'
import { Client } from 'pg'

import { launchPostgres } from '#postgres-launcher/launch.ts'
import { startApp } from '#test-support/app-process.ts'
import { freePort } from '#test-support/free-port.ts'

export type OwnApp = { url: string; dataDir: string; output: () => string; stop: () => Promise<void> }

/** Starts an app for one test file, on an empty database without an owner. */
export async function startOwnApp(environment: Record<string, string> = {}): Promise<OwnApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-e2e-own-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    // Links in mails contain PUBLIC_URL, so the port must be known before the start.
    const port = await freePort()
    const app = await startApp(
      {
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      { program: 'e2e/run-app.ts' },
    )
    const stop = async () => {
      await app.stop()
      await removeFolder()
    }
    return { url: app.url, dataDir, output: app.output, stop }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** The path and query of the link in the latest mail to a recipient. A job writes the mail after the response. */
export async function readMailedLink({ dataDir }: OwnApp, recipient: string, page: string): Promise<string> {
  let link = ''
  const folder = join(dataDir, 'outbox')
  const findLink = async () => {
    const names = await readdir(folder).catch(() => [])
    // The name of a mail that is still being written begins with a dot.
    const newestFirst = names.filter((name) => !name.startsWith('.')).toSorted((a, b) => b.localeCompare(a))
    for (const name of newestFirst) {
      const mail: { to: string; text: string } = JSON.parse(await readFile(join(folder, name), 'utf8'))
      const found = new RegExp(`${page}\\?token=[\\w-]+`).exec(mail.text)
      if (mail.to !== recipient || !found) continue
      link = found[0]
      return true
    }
    return false
  }
  await expect.poll(findLink).toBe(true)
  return link
}

/** Queries the built-in database of the app, for what happens at another time of the day. */
export async function queryDatabase({ dataDir }: OwnApp, text: string): Promise<object[]> {
  const { connection } = await launchPostgres(join(dataDir, 'postgres'))
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}
