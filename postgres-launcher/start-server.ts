import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { probeServer, type Connection } from './probe-server.ts'
import { removeOtherCopies, serverEnvironment, type Binaries } from './binaries.ts'
import { chownRecursive, statIfExists, type SystemUser } from './run-as-user.ts'
import {
  readPostmasterFile,
  removeServerLock,
  removeSocketLocks,
  type PostmasterFile,
} from './postmaster-file.ts'
import { isPidInUse } from './process-checks.ts'
import type { ServerPlace } from './settings.ts'
import { StartupError } from './startup-error.ts'
import { endOrphans, stopServer } from './stop-server.ts'

export type StartPlan = ServerPlace & {
  folder: string
  binaries: Binaries
  systemUser: SystemUser
  args: string[]
  connection: Connection
  deadline: number
  restartOutdated: boolean
  report: (line: string) => void
}

type Started = { pid: number; ended: Promise<string> }

const LOG_SIZE_MAX = 10 * 1024 * 1024

/** Starts the server. The caller holds the launch lock and no server runs; `left` is the file of an earlier server. */
export async function startServer(plan: StartPlan, left: PostmasterFile | undefined): Promise<Started> {
  const orphans = await endOrphans(plan.cluster, plan.clusterName)
  if (orphans > 0) plan.report(`Ended ${orphans} orphaned processes of a killed database`)
  // With a free pid PostgreSQL removes the file itself, after a check of its shared memory.
  if (left && isPidInUse(left.pid)) removeServerLock(plan.cluster)
  removeSocketLocks(plan.socketFolder)
  removeOtherCopies(plan.folder, plan.binaries)
  fixOwnership(plan.cluster, plan.systemUser)
  return awaitReady(plan, spawnServer(plan))
}

type Spawned = { child: ChildProcess; ended: Promise<string>; isOver: () => boolean; readLog: () => string }

function spawnServer(plan: StartPlan): Spawned {
  const log = join(plan.folder, 'postgres.log')
  const logged = rotateLog(log)
  const file = openSync(log, 'a', 0o640)
  const child = spawn(join(plan.binaries.bin, 'postgres'), plan.args, {
    ...plan.systemUser,
    cwd: plan.cluster,
    env: serverEnvironment,
    stdio: ['ignore', file, file],
    // A separate session, so that Ctrl-C reaches only this process, which then stops the server cleanly.
    detached: true,
  })
  closeSync(file)
  child.unref()
  let over = false
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(`exited with ${signal ?? `code ${code}`}`))
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
      throw new StartupError(`PostgreSQL did not start: ${await ended}\n${readLog()}`.trim())
    }
    const isOwn = readPostmasterFile(plan.cluster)?.pid === child.pid
    if (isOwn && (await probeServer(plan.connection)).state === 'ready') return { pid: child.pid, ended }
    if (performance.now() > plan.deadline) throw await giveUp(plan, child.pid, spawned)
    await Promise.race([ended, pause(10)])
  }
}

// A long recovery must finish: killed, it would start again each time.
async function giveUp(
  plan: StartPlan,
  pid: number,
  { child, ended, readLog }: Spawned,
): Promise<StartupError> {
  const probe = await probeServer(plan.connection)
  if (probe.state === 'starting') {
    return new StartupError(
      `PostgreSQL did not get ready in time (${probe.reason}). It continues as process ${pid}; ` +
        `start again in a minute.\n${readLog()}`,
    )
  }
  await stopServer(pid, plan.cluster)
  child.kill('SIGKILL')
  // Nothing else may keep this process running: it would end before the error is reported.
  child.ref()
  await ended
  return new StartupError(`PostgreSQL did not get ready in time and was stopped.\n${readLog()}`.trim())
}

// A restored backup may belong to root, and a mounted volume may have a mode that PostgreSQL rejects.
function fixOwnership(cluster: string, systemUser: SystemUser): void {
  const stats = statSync(cluster)
  if (systemUser.uid !== undefined && stats.uid !== systemUser.uid) chownRecursive(cluster, systemUser)
  if (stats.mode & 0o027) chmodSync(cluster, 0o700)
}

/** The offset in the log at which the output of this start begins. */
function rotateLog(log: string): number {
  const size = statIfExists(log)?.size ?? 0
  if (size <= LOG_SIZE_MAX) return size
  renameSync(log, `${log}.1`)
  return 0
}
