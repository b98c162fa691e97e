import { sql } from 'drizzle-orm'

import { minute } from './clock.ts'
import type { Db } from './database.ts'
import type { Hub } from './hub.ts'
import { describeError } from './log.ts'

const lookEvery = minute

/**
 * Frees the jobs of runners that ended without a word, as by a kill: the library itself leaves them alone for four
 * hours. A runner that lives is known by a name that its node holds.
 */
export async function freeLostJobs(
  { db, nodes, log }: Hub,
  own: readonly string[],
): Promise<{ stop(): void }> {
  let isHeld = false
  nodes.onLoss(() => {
    isHeld = false
  })

  async function look(): Promise<void> {
    if (!isHeld) isHeld = await holdAll(own.map(nameOf))
    // Whoever cannot say that they live themselves have no business to say who does not.
    if (!isHeld) return
    for (const runner of await selectRunnersAtWork(db)) {
      if (own.includes(runner) || !(await nodes.tryHold(nameOf(runner)))) continue
      await db.execute(sql`select graphile_worker.force_unlock_workers(array[${runner}]::text[])`)
      await nodes.letGo(nameOf(runner))
      log.warn('The jobs of a runner that has ended are free again', { runner })
    }
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
  return { stop: () => clearInterval(timer) }
}

const nameOf = (runner: string) => `job runner ${runner}`

async function selectRunnersAtWork(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ runner: string }>(sql`
    select distinct locked_by as runner from graphile_worker.jobs where locked_by is not null`)
  return rows.map(({ runner }) => runner)
}
