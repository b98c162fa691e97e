import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { appUrl, owner } from './app-url.ts'

/** Runs the app on an empty folder that is deleted at exit. */
const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

Object.assign(process.env, {
  PORT: new URL(appUrl).port,
  PUBLIC_URL: appUrl,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  // A port where nothing listens: no test may leave this machine.
  CHAT_INVITE_URL: 'https://127.0.0.1:9/invite',
  ADMIN_USERNAME: owner.username,
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
})
await import('./run-app.ts')
