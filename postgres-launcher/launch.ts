import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { probeServer, setPassword, type Connection } from './probe-server.ts'
import { findBinaries, copyFolderCandidates } from './binaries.ts'
import { tryLockFile, type FileLock } from './file-lock.ts'
import { chooseUsers } from './run-as-user.ts'
import { initialiseCluster } from './initialise.ts'
import {
  formatArguments,
  readLastArguments,
  readPostmasterFile,
  type PostmasterFile,
} from './postmaster-file.ts'
import { isPostmaster, waitForEnd } from './process-checks.ts'
import {
  findInaccessibleParent,
  makeServerFolder,
  makeSocketFolder,
  shortHash,
  removeSocketFolder,
} from './server-folder.ts'
import { serverArguments } from './settings.ts'
import { startServer, type StartPlan } from './start-server.ts'
import { StartupError } from './startup-error.ts'
import { stopServer } from './stop-server.ts'

export type LaunchOptions = {
  /** Use only this installation: the folder that contains bin/postgres. */
  binaries?: string | undefined
  /** Folders for a copy of the installation when the system user cannot read it. The first usable one is taken. */
  copiesIn?: readonly string[]
  /** PostgreSQL settings that override the defaults of the launcher. */
  settings?: Record<string, string>
  /** Also listen on this port of 127.0.0.1; `url` is then set. */
  tcpPort?: number | undefined
  timeoutMs?: number
  /** Restart a running server whose version or settings differ. Only the owner of the folder may do that. */
  restartOutdated?: boolean
  /** Receives progress messages. */
  report?: (line: string) => void
}

export type PostgresServer = {
  /** `host` is the folder of the Unix socket. */
  connection: Connection
  /** The connection URL over TCP with a generated password, when `tcpPort` is set. */
  url: string | undefined
  pid: number
  /** The server was already running. */
  wasRunning: boolean
  /** Resolves when the server has ended, with the reason if known. */
  ended: Promise<string>
  stop: () => Promise<void>
}

const USER = 'scripthaven'
const DATABASE = 'postgres'
const SOCKET_PORT = 5432
const TIMEOUT_MS = 60_000

/** Starts the PostgreSQL server of this folder or attaches to it. Several processes may call it concurrently. */
export async function launchPostgres(folder: string, options: LaunchOptions = {}): Promise<PostgresServer> {
  if (process.platform === 'win32') {
    throw new StartupError(
      'The embedded database does not run on Windows. Set DATABASE_URL to a PostgreSQL server.',
    )
  }
  const deadline = performance.now() + (options.timeoutMs ?? TIMEOUT_MS)
  const base = makeServerFolder(folder)
  const lock = await waitForLock(lockPath(base), deadline)
  try {
    const server = await startOrAttach(await createPlan(base, options, deadline))
    return options.tcpPort === undefined ? server : await openTcp(server)
  } finally {
    lock.release()
  }
}

async function createPlan(folder: string, options: LaunchOptions, deadline: number): Promise<StartPlan> {
  const report = options.report ?? (() => undefined)
  const cluster = join(folder, 'pgdata')
  const users = chooseUsers(cluster)
  const needsChdir = findInaccessibleParent(folder, users) !== undefined
  const binaries = await findBinaries({
    only: options.binaries,
    copiesIn: options.copiesIn ?? copyFolderCandidates(folder, users.serve),
    users,
    major: readMajor(cluster),
  })
  if (!existsSync(cluster)) {
    report(`Preparing a new PostgreSQL ${binaries.version} database in ${cluster}`)
    await initialiseCluster({ cluster, needsChdir, user: USER, binaries, users })
  }
  const place = {
    cluster,
    needsChdir,
    clusterName: `scripthaven-${shortHash(folder)}`,
    socketFolder: makeSocketFolder(folder, users.serve, needsChdir),
    port: options.tcpPort ?? SOCKET_PORT,
    listensOnTcp: options.tcpPort !== undefined,
  }
  return {
    ...place,
    folder,
    binaries,
    systemUser: users.serve,
    args: serverArguments(place, binaries.major, options.settings ?? {}),
    connection: { host: place.socketFolder, port: place.port, user: USER, database: DATABASE },
    deadline,
    restartOutdated: options.restartOutdated ?? false,
    report,
  }
}

async function startOrAttach(plan: StartPlan): Promise<PostgresServer> {
  for (;;) {
    const postmaster = readPostmasterFile(plan.cluster)
    if (!postmaster || !isPostmaster(postmaster.pid, plan.cluster))
      return attachStarted(plan, await startServer(plan, postmaster))
    const found = await attachToRunning(plan, postmaster)
    if (found) return found
    if (performance.now() > plan.deadline) {
      throw new StartupError(
        `PostgreSQL (process ${postmaster.pid}) is already running on ${plan.cluster} but did not get ready in time. ` +
          `It may be recovering; try again in a minute.`,
      )
    }
    await pause(20)
  }
}

/** Undefined while the running server is starting or stopping; the caller retries. */
async function attachToRunning(
  plan: StartPlan,
  postmaster: PostmasterFile,
): Promise<PostgresServer | undefined> {
  const connection = { ...plan.connection, host: postmaster.socketFolder, port: postmaster.port }
  const probe = await probeServer(connection)
  if (probe.state !== 'ready') return undefined
  const isOutdated =
    probe.version !== plan.binaries.version || readLastArguments(plan.cluster) !== formatArguments(plan.args)
  if (plan.restartOutdated && isOutdated) {
    plan.report('The running database has different settings; restarting it')
    await stopServer(postmaster.pid, plan.cluster)
    return undefined
  }
  plan.report(`The database was still running (process ${postmaster.pid})`)
  return attach(plan, {
    connection,
    pid: postmaster.pid,
    wasRunning: true,
    ended: waitForExit(postmaster.pid),
  })
}

function attachStarted(plan: StartPlan, started: { pid: number; ended: Promise<string> }): PostgresServer {
  return attach(plan, { ...started, connection: plan.connection, wasRunning: false })
}

function attach(
  plan: StartPlan,
  server: Pick<PostgresServer, 'connection' | 'pid' | 'wasRunning' | 'ended'>,
): PostgresServer {
  return {
    ...server,
    url: undefined,
    async stop() {
      await stopServer(server.pid, plan.cluster)
      removeUnusedSocketFolder(plan, server.connection.host)
    },
  }
}

/** The next server of the folder uses the same socket folder, also while it starts. */
function removeUnusedSocketFolder({ folder, cluster }: StartPlan, socketFolder: string): void {
  // Someone may have deleted the folder of a server that still ran.
  if (!existsSync(folder)) return removeSocketFolder(socketFolder, folder)
  const lock = tryLockFile(lockPath(folder))
  if (!lock) return
  const postmaster = readPostmasterFile(cluster)
  if (!postmaster || !isPostmaster(postmaster.pid, cluster)) removeSocketFolder(socketFolder, folder)
  lock.release()
}

const lockPath = (folder: string) => join(folder, 'launch.lock')

async function openTcp(server: PostgresServer): Promise<PostgresServer> {
  const { user, database, port } = server.connection
  const password = randomBytes(18).toString('base64url')
  await setPassword(server.connection, password)
  return { ...server, url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}` }
}

/** Polls, because only a parent process can wait for a process. */
async function waitForExit(pid: number): Promise<string> {
  while (!(await waitForEnd([pid], 0))) await pause(200, undefined, { ref: false })
  return 'the process has ended'
}

function readMajor(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'))
  } catch {
    return undefined
  }
}

async function waitForLock(path: string, deadline: number): Promise<FileLock> {
  for (;;) {
    const lock = tryLockFile(path)
    if (lock) return lock
    if (performance.now() > deadline)
      throw new StartupError(`Another process holds ${path} and does not release it.`)
    await pause(20)
  }
}
