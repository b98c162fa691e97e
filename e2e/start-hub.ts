import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hubAddress, owner } from './hub-address.ts'

/** The hub as `npm start` starts it, on an empty folder that goes with it. */
const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

Object.assign(process.env, {
  PORT: new URL(hubAddress).port,
  PUBLIC_URL: hubAddress,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  // Where nothing answers: no journey leaves this machine.
  CHAT_INVITE_URL: 'https://127.0.0.1:9/invite',
  ADMIN_USERNAME: owner.username,
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
})
await import('#server/main.ts')
