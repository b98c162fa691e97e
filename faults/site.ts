import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readPostmasterFile } from '#postgres-launcher/postmaster-file.ts'
import { signalProcess } from '#postgres-launcher/process-checks.ts'
import { shortHash, removeSocketFolder } from '#postgres-launcher/server-folder.ts'
import { endOrphans, stopServer } from '#postgres-launcher/stop-server.ts'
import { spawnApp, startApp, waitUntilReady, type RunningProcess } from '#test-support/app-process.ts'
import { runCli } from '#test-support/cli.ts'
import type { Account } from '#test-support/users.ts'

/** One DATA_DIR and the app that runs on it, which a fault can kill and start as often as it needs. */
export type Site = {
  dataDir: string
  owner: Account
  /** The current process, or the last one. */
  app: () => RunningProcess
  url: () => string
  /** Starts the app; `onSpawned` receives its pid before it is ready. */
  start: (environment?: Record<string, string>, onSpawned?: (pid: number) => void) => Promise<RunningProcess>
  /** Starts a second process on the same folder. */
  startAnother: () => Promise<RunningProcess>
  /** The pid of the built-in database's postmaster. */
  databasePid: () => number
  /** Runs `npm run hub -- …` on the same folder. */
  command: (...args: string[]) => Promise<{ code: number; output: string }>
  /** The last log lines, without those of requests. */
  logTail: () => string[]
  remove: () => Promise<void>
}

const owner: Account = {
  username: 'faultowner',
  email: 'owner@faults.example',
  password: 'the owner of the faults',
}

/** Without `folder` the site gets a new one. */
export function createSite(environment: Record<string, string> = {}, folder?: string): Site {
  const dataDir = folder ?? realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-fault-')))
  const defaults = {
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    ...environment,
  }
  const databaseFolder = join(dataDir, 'postgres')
  const cluster = join(databaseFolder, 'pgdata')
  let running: RunningProcess | undefined
  let starting: Promise<RunningProcess> | undefined
  let pid = 0
  let isRemoved = false

  const app = () => {
    if (!running) throw new Error('This site has not been started')
    return running
  }
  return {
    dataDir,
    owner,
    app,
    url: () => app().url,
    async start(more = {}, onSpawned) {
      // A fault that failed may still be running when its sites are removed.
      if (isRemoved) throw new Error('This site has been removed')
      const spawned = spawnApp({ ...defaults, ...more })
      pid = spawned.pid
      onSpawned?.(pid)
      starting = waitUntilReady(spawned)
      running = await starting
      return running
    },
    startAnother: () => startApp(defaults),
    databasePid: () => readPostmasterFile(cluster)?.pid ?? 0,
    async command(...args) {
      const { code, stdout, stderr } = await runCli(args, defaults)
      return { code, output: stdout + stderr }
    },
    logTail() {
      const lines = running?.output().trim().split('\n') ?? []
      return lines.filter((line) => !line.includes('"request"')).slice(-60)
    },
    async remove() {
      isRemoved = true
      if (starting) signalProcess(pid, 'SIGKILL')
      await starting?.then(({ exited }) => exited).catch(() => undefined)
      const server = readPostmasterFile(cluster)
      if (server) await stopServer(server.pid, cluster)
      const clusterName = `scripthaven-${shortHash(databaseFolder)}`
      await endOrphans(cluster, clusterName)
      // A server that is killed while it starts has not written the path of its socket.
      removeSocketFolder(join(realpathSync(tmpdir()), clusterName), databaseFolder)
      // initdb and its children run on for a few seconds after the app was killed.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
