import { sql } from 'drizzle-orm'

import { minute, second } from './clock.ts'
import type { Db } from './database.ts'
import type { Hub } from './hub.ts'
import { describeError } from './log.ts'

const lookEvery = 15 * second
/** A node that lives says so within this, after a start or a lost line: it has four looks for it. */
const missingFor = minute

/** What the connections are called that a node's runners take jobs by. */
export const jobsConnectionName = (node: string) => `scripthaven jobs ${node}`

/**
 * Frees the jobs of runners that ended without a word, as by a kill: the library itself leaves them alone for four
 * hours. A runner that lives is known by a name that its node holds. That nobody holds it may also mean that the node
 * has not come to it yet, so that it has to be missing for a while, or no other node be there at all: freed under
 * a living one, a job would run twice.
 */
export async function freeLostJobs(
  { db, nodes, log }: Pick<Hub, 'db' | 'nodes' | 'log'>,
  own: readonly string[],
  now: () => number = () => performance.now(),
): Promise<{ look(): Promise<void>; stop(): void }> {
  let isHeld = false
  nodes.onLoss(() => {
    isHeld = false
  })
  let missingSince = new Map<string, number>()

  async function look(): Promise<void> {
    if (!isHeld) isHeld = await holdAll(own.map(nameOf))
    // Whoever cannot say that they live themselves have no business to say who does not.
    if (!isHeld) return
    const missing = new Map<string, number>()
    for (const runner of await selectRunnersAtWork(db)) {
      if (own.includes(runner) || !(await nodes.tryHold(nameOf(runner)))) continue
      const since = missingSince.get(runner) ?? now()
      if (now() - since >= missingFor || !(await areOthersAtWork(db, nodes.self))) {
        await db.execute(sql`select graphile_worker.force_unlock_workers(array[${runner}]::text[])`)
        log.warn('The jobs of a runner that has ended are free again', { runner })
      } else missing.set(runner, since)
      await nodes.letGo(nameOf(runner))
    }
    missingSince = missing
  }

  async function holdAll(names: readonly string[]): Promise<boolean> {
    for (const name of names) if (!(await nodes.tryHold(name))) return false
    return true
  }

  await look()
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn('Lost jobs were not looked for', describeError(error)))
  }, lookEvery)
  timer.unref()
  return { look, stop: () => clearInterval(timer) }
}

const nameOf = (runner: string) => `job runner ${runner}`

async function selectRunnersAtWork(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ runner: string }>(sql`
    select distinct locked_by as runner from graphile_worker.jobs where locked_by is not null`)
  return rows.map(({ runner }) => runner)
}

/** Whether any other node holds a connection that takes jobs. */
async function areOthersAtWork(db: Db, self: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity where datname = current_database()
      and application_name like ${jobsConnectionName('%')} and application_name <> ${jobsConnectionName(self)} limit 1`)
  return rows.length > 0
}
