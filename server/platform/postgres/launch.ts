import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askServer, setPassword, type Connection } from './ask-server.ts'
import { findBinaries, placesForCopies } from './binaries.ts'
import { tryLockFile, type FileLock } from './file-lock.ts'
import { chooseIdentities } from './identity.ts'
import { initialiseCluster } from './initialise.ts'
import {
  formatArguments,
  readLastArguments,
  readPostmasterFile,
  type PostmasterFile,
} from './postmaster-file.ts'
import { isPostmaster, waitForEnd } from './process-checks.ts'
import {
  findClosedDoor,
  makeServerFolder,
  makeSocketFolder,
  markOf,
  removeSocketFolder,
} from './server-folder.ts'
import { serverArguments } from './settings.ts'
import { startServer, type StartPlan } from './start-server.ts'
import { StartRefused } from './start-refused.ts'
import { stopServer } from './stop-server.ts'

export type LaunchOptions = {
  /** Use this installation and no other: the folder that holds bin/postgres. */
  binaries?: string | undefined
  /** Folders for a copy of the installation where the server's user cannot read it; the first that works. */
  copiesIn?: readonly string[]
  /** Settings of PostgreSQL that win over our own. */
  settings?: Record<string, string>
  /** Listen on 127.0.0.1 too, for clients that come by address; `url` then leads there. */
  tcpPort?: number | undefined
  timeoutMs?: number
  /** Restart a server found running when its version or settings are not the ones asked for. For its owner only. */
  restartOutdated?: boolean
  /** Told in whole sentences what happens. */
  report?: (line: string) => void
}

export type PostgresServer = {
  /** The host is the folder of the socket. */
  connection: Connection
  /** Address over TCP with a password of this launch, when tcpPort was given. */
  url: string | undefined
  pid: number
  /** It was already running. */
  adopted: boolean
  /** Settles when the server is gone, with the reason as far as it is known. */
  ended: Promise<string>
  stop: () => Promise<void>
}

const USER = 'scripthaven'
const DATABASE = 'postgres'
const SOCKET_PORT = 5432
const TIMEOUT_MS = 60_000

/** The one PostgreSQL of this folder: started, awaited or found running. Safe to call from several processes at once. */
export async function launchPostgres(folder: string, options: LaunchOptions = {}): Promise<PostgresServer> {
  if (process.platform === 'win32') {
    throw new StartRefused(
      'The built-in database does not run on Windows. Name a PostgreSQL server in DATABASE_URL.',
    )
  }
  const giveUpAt = performance.now() + (options.timeoutMs ?? TIMEOUT_MS)
  const base = makeServerFolder(folder)
  const lock = await waitForLock(join(base, 'launch.lock'), giveUpAt)
  try {
    const server = await bringUp(await makePlan(base, options, giveUpAt))
    return options.tcpPort === undefined ? server : await openTcp(server)
  } finally {
    lock.release()
  }
}

async function makePlan(folder: string, options: LaunchOptions, giveUpAt: number): Promise<StartPlan> {
  const report = options.report ?? (() => undefined)
  const cluster = join(folder, 'pgdata')
  const identities = chooseIdentities(cluster)
  const isClosed = findClosedDoor(folder, identities) !== undefined
  const binaries = await findBinaries({
    only: options.binaries,
    copiesIn: options.copiesIn ?? placesForCopies(folder, identities.serve),
    identities,
    major: readMajor(cluster),
  })
  if (!existsSync(cluster)) {
    report(`Preparing a new PostgreSQL ${binaries.version} database in ${cluster}`)
    await initialiseCluster({ cluster, isClosed, user: USER, binaries, identities })
  }
  const place = {
    cluster,
    isClosed,
    clusterName: `scripthaven-${markOf(folder)}`,
    socketFolder: makeSocketFolder(folder, identities.serve, isClosed),
    port: options.tcpPort ?? SOCKET_PORT,
    listensOnTcp: options.tcpPort !== undefined,
  }
  return {
    ...place,
    folder,
    binaries,
    identity: identities.serve,
    args: serverArguments(place, binaries.major, options.settings ?? {}),
    connection: { host: place.socketFolder, port: place.port, user: USER, database: DATABASE },
    giveUpAt,
    restartOutdated: options.restartOutdated ?? false,
    report,
  }
}

async function bringUp(plan: StartPlan): Promise<PostgresServer> {
  for (;;) {
    const written = readPostmasterFile(plan.cluster)
    if (!written || !isPostmaster(written.pid, plan.cluster))
      return attachStarted(plan, await startServer(plan, written))
    const found = await adopt(plan, written)
    if (found) return found
    if (performance.now() > plan.giveUpAt) {
      throw new StartRefused(
        `PostgreSQL (process ${written.pid}) is already running on ${plan.cluster} but did not get ready in time. ` +
          `It may be recovering; try again in a minute.`,
      )
    }
    await pause(20)
  }
}

/** Undefined while the server found is starting or stopping: then there is nothing to do but wait. */
async function adopt(plan: StartPlan, written: PostmasterFile): Promise<PostgresServer | undefined> {
  const connection = { ...plan.connection, host: written.socketFolder, port: written.port }
  const answer = await askServer(connection)
  if (answer.state !== 'ready') return undefined
  const isOutdated =
    answer.version !== plan.binaries.version || readLastArguments(plan.cluster) !== formatArguments(plan.args)
  if (plan.restartOutdated && isOutdated) {
    plan.report('The database found running has other settings; it is restarted with the present ones')
    await stopServer(written.pid, plan.cluster)
    return undefined
  }
  plan.report(`The database was still running (process ${written.pid})`)
  return attach(plan, { connection, pid: written.pid, adopted: true, ended: untilGone(written.pid) })
}

function attachStarted(plan: StartPlan, started: { pid: number; ended: Promise<string> }): PostgresServer {
  return attach(plan, { ...started, connection: plan.connection, adopted: false })
}

function attach(
  plan: StartPlan,
  server: Pick<PostgresServer, 'connection' | 'pid' | 'adopted' | 'ended'>,
): PostgresServer {
  return {
    ...server,
    url: undefined,
    async stop() {
      await stopServer(server.pid, plan.cluster)
      removeSocketFolder(server.connection.host, plan.folder)
    },
  }
}

async function openTcp(server: PostgresServer): Promise<PostgresServer> {
  const { user, database, port } = server.connection
  const password = randomBytes(18).toString('base64url')
  await setPassword(server.connection, password)
  return { ...server, url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}` }
}

/** Nobody else's child can be waited for, only looked at. */
async function untilGone(pid: number): Promise<string> {
  while (!(await waitForEnd([pid], 0))) await pause(200, undefined, { ref: false })
  return 'it is no longer there'
}

function readMajor(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'))
  } catch {
    return undefined
  }
}

async function waitForLock(path: string, giveUpAt: number): Promise<FileLock> {
  for (;;) {
    const lock = tryLockFile(path)
    if (lock) return lock
    if (performance.now() > giveUpAt)
      throw new StartRefused(`Another start holds ${path} and does not finish.`)
    await pause(20)
  }
}
