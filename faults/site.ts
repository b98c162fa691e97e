import { execFile } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readPostmasterFile } from '#platform/postgres/postmaster-file.ts'
import { signalProcess } from '#platform/postgres/process-checks.ts'
import { markOf, removeSocketFolder } from '#platform/postgres/server-folder.ts'
import { endOrphans, stopServer } from '#platform/postgres/stop-server.ts'

import { startHub, type HubProcess } from './hub-process.ts'

export type Account = { username: string; email: string; password: string }

/** One DATA_DIR and the hub that runs on it, which may be killed and started as often as a fault wants. */
export type Site = {
  dataDir: string
  owner: Account
  /** The process at this moment, or the last one. */
  hub: () => HubProcess
  address: () => string
  start: (more?: Record<string, string>, onSpawned?: (pid: number) => void) => Promise<HubProcess>
  /** One more on the same folder, which is then not the one of this site. */
  startAnother: () => Promise<HubProcess>
  /** The process that every connection of the built-in database belongs to. */
  databasePid: () => number
  /** `npm run hub -- …` beside it. */
  command: (...args: string[]) => Promise<{ code: number; output: string }>
  /** The end of what the hub printed, but for its requests: for whoever has to find out what went wrong. */
  lastWords: () => string[]
  remove: () => Promise<void>
}

const owner: Account = {
  username: 'faultowner',
  email: 'owner@faults.example',
  password: 'the owner of the faults',
}

/** In a new folder, unless one is named. */
export function openSite(environment: Record<string, string> = {}, folderNamed?: string): Site {
  const dataDir = folderNamed ?? realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-fault-')))
  const everyStart = {
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    ...environment,
  }
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'pgdata')
  let running: HubProcess | undefined
  let starting: Promise<HubProcess> | undefined
  let spawned = 0
  let isRemoved = false

  const hub = () => {
    if (!running) throw new Error('This site has not been started')
    return running
  }
  return {
    dataDir,
    owner,
    hub,
    address: () => hub().address,
    async start(more = {}, onSpawned) {
      // A fault that is broken off goes on for a moment.
      if (isRemoved) throw new Error('This site has been removed')
      starting = startHub({ ...everyStart, ...more }, (pid) => {
        spawned = pid
        onSpawned?.(pid)
      })
      running = await starting
      return running
    },
    startAnother: () => startHub(everyStart),
    databasePid: () => readPostmasterFile(cluster)?.pid ?? 0,
    command: (...args) => runCommand(args, everyStart),
    lastWords() {
      const lines = running?.output().trim().split('\n') ?? []
      return lines.filter((line) => !line.includes('"request"')).slice(-60)
    },
    async remove() {
      isRemoved = true
      // It may be just starting: then there is nothing yet that could end it.
      if (starting) signalProcess(spawned, 'SIGKILL')
      await starting?.then(({ ended }) => ended).catch(() => undefined)
      const server = readPostmasterFile(cluster)
      if (server) await stopServer(server.pid, cluster)
      const clusterName = `scripthaven-${markOf(folder)}`
      await endOrphans(cluster, clusterName)
      // A server that is killed while it starts has not yet written where its socket is.
      removeSocketFolder(join(realpathSync(tmpdir()), clusterName), folder)
      // What makes a database works on for a few seconds after its hub was killed.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function runCommand(args: string[], environment: Record<string, string>) {
  const program = join(import.meta.dirname, '../server/hub.ts')
  const { PATH = '', TMPDIR = '' } = process.env
  const env = { PATH, ...(TMPDIR && { TMPDIR }), ...environment }
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env, maxBuffer: 1 << 26 },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
    child.stdin?.end()
  })
}
