import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askServer, type Connection } from './ask-server.ts'
import { removeOtherCopies, serverEnvironment, type Binaries } from './binaries.ts'
import { giveTo, statIfThere, type Identity } from './identity.ts'
import {
  readPostmasterFile,
  removeServerLock,
  removeSocketLocks,
  type PostmasterFile,
} from './postmaster-file.ts'
import { isNumberTaken } from './process-checks.ts'
import type { ServerPlace } from './settings.ts'
import { StartRefused } from './start-refused.ts'
import { endOrphans, stopServer } from './stop-server.ts'

export type StartPlan = ServerPlace & {
  folder: string
  binaries: Binaries
  identity: Identity
  args: string[]
  connection: Connection
  giveUpAt: number
  restartOutdated: boolean
  report: (line: string) => void
}

type Started = { pid: number; ended: Promise<string> }

const LOG_SIZE_MAX = 10 * 1024 * 1024

/** The caller holds the launch lock and has seen that no server runs; `left` is what an earlier one wrote. */
export async function startServer(plan: StartPlan, left: PostmasterFile | undefined): Promise<Started> {
  const orphans = await endOrphans(plan.cluster, plan.clusterName)
  if (orphans > 0) plan.report(`Ended ${orphans} processes left over by a killed database`)
  // A number that is simply free needs no help: PostgreSQL then also checks that its memory is unused.
  if (left && isNumberTaken(left.pid)) removeServerLock(plan.cluster)
  removeSocketLocks(plan.socketFolder)
  removeOtherCopies(plan.folder, plan.binaries)
  makeOwn(plan.cluster, plan.identity)
  return awaitReady(plan, spawnServer(plan))
}

type Spawned = { child: ChildProcess; ended: Promise<string>; isOver: () => boolean; readLog: () => string }

function spawnServer(plan: StartPlan): Spawned {
  const log = join(plan.folder, 'postgres.log')
  const logged = rotateLog(log)
  const file = openSync(log, 'a', 0o640)
  const child = spawn(join(plan.binaries.bin, 'postgres'), plan.args, {
    ...plan.identity,
    cwd: plan.cluster,
    env: serverEnvironment,
    stdio: ['ignore', file, file],
    // A session of its own: Ctrl-C reaches the hub alone, which then stops the server in order.
    detached: true,
  })
  closeSync(file)
  child.unref()
  let over = false
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}`))
  }).finally(() => (over = true))
  return {
    child,
    ended,
    isOver: () => over,
    readLog: () => readFileSync(log).subarray(logged).toString().slice(-2000),
  }
}

async function awaitReady(plan: StartPlan, spawned: Spawned): Promise<Started> {
  const { child, ended, isOver, readLog } = spawned
  for (;;) {
    if (isOver() || child.pid === undefined) {
      throw new StartRefused(`PostgreSQL did not start: ${await ended}\n${readLog()}`.trim())
    }
    const isOwn = readPostmasterFile(plan.cluster)?.pid === child.pid
    if (isOwn && (await askServer(plan.connection)).state === 'ready') return { pid: child.pid, ended }
    if (performance.now() > plan.giveUpAt) throw await giveUp(plan, child.pid, spawned)
    await Promise.race([ended, pause(10)])
  }
}

// A recovery that takes long must be left to finish: killed, it would begin again for ever.
async function giveUp(
  plan: StartPlan,
  pid: number,
  { child, ended, readLog }: Spawned,
): Promise<StartRefused> {
  const answer = await askServer(plan.connection)
  if (answer.state === 'starting') {
    return new StartRefused(
      `PostgreSQL did not get ready in time (${answer.reason}). It goes on as process ${pid}; ` +
        `start the hub again in a minute.\n${readLog()}`,
    )
  }
  await stopServer(pid, plan.cluster)
  child.kill('SIGKILL')
  await ended
  return new StartRefused(`PostgreSQL did not get ready in time and was stopped.\n${readLog()}`.trim())
}

// Root may have become the owner through a restored backup, and volumes arrive with wider modes than are accepted.
function makeOwn(cluster: string, identity: Identity): void {
  const stats = statSync(cluster)
  if (identity.uid !== undefined && stats.uid !== identity.uid) giveTo(cluster, identity)
  if (stats.mode & 0o027) chmodSync(cluster, 0o700)
}

/** The size at which what this start writes begins. */
function rotateLog(log: string): number {
  const size = statIfThere(log)?.size ?? 0
  if (size <= LOG_SIZE_MAX) return size
  renameSync(log, `${log}.1`)
  return 0
}
