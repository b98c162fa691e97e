import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { hashSync, verifySync } from '@node-rs/argon2'

const { priority } = constants

/** Hashes a password with `cost`, or verifies it against the hash `known`. */
export type Job = { password: string } & ({ cost: Cost } | { known: string })
type Cost = { memoryCost: number; timeCost: number; parallelism: number }
/** The hash, and whether the password matches it. */
export type JobResult = { hash: string; matches: boolean } | { error: unknown }

/**
 * Lowers the priority of this thread: on a busy core it gets a tenth of the time, on an idle core all of it. At the
 * lowest priority it would get one seventieth, and a sign-in under load would take a second. Only Linux has priorities
 * per thread; setPriority accepts a thread id there.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(priority.PRIORITY_LOW, getPriority() + priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // Where the system forbids it, passwords are hashed at normal priority.
  }
}

function work(job: Job): JobResult {
  try {
    if ('cost' in job) return { hash: hashSync(job.password, job.cost), matches: true }
    return { hash: job.known, matches: verifySync(job.known, job.password) }
  } catch (error) {
    return { error }
  }
}

lowerPriority()
parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job), []))
