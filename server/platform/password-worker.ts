import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { hashSync, verifySync } from '@node-rs/argon2'

const { priority } = constants

/** A password to be hashed at a cost, or to be held against a hash that is known. */
export type Job = { password: string } & ({ cost: Cost } | { known: string })
type Cost = { memoryCost: number; timeCost: number; parallelism: number }
/** The hash that it is about, and whether the password fits it. */
export type Answer = { hash: string; fits: boolean } | { error: unknown }

/**
 * Gets a tenth of a core that others want too, and all of one that nobody wants. At the lowest priority it would be one
 * seventieth, and a sign-in beside readers who take all they get would last a second. Only Linux has priorities of
 * single threads: it takes the number of one where others take that of a process.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, Math.min(priority.PRIORITY_LOW, getPriority() + priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // Where the system hides its threads or forbids it, passwords are hashed as equals of everything else.
  }
}

function work(job: Job): Answer {
  try {
    if ('cost' in job) return { hash: hashSync(job.password, job.cost), fits: true }
    return { hash: job.known, fits: verifySync(job.known, job.password) }
  } catch (error) {
    return { error }
  }
}

giveWay()
parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job), []))
