import { inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import {
  createPartition,
  dropPartition,
  lockPartitions,
  removeActivities,
  selectPartitions,
  type Partition,
} from './partitions.queries.ts'

/** The number of future months with a partition. */
const monthsAhead = 3

/** The legal texts of the site state these times (docs/domain-rules.md, Retention). */
const retentionYears = { usage: 2, all: 3 } as const
const usageActions = ['Script Viewed', 'Script Downloaded'] as const
const batchSize = 5_000

export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  const months = Array.from({ length: monthsAhead + 1 }, (_, ahead) => monthOf(now, ahead))
  const existing = await selectPartitions(db)
  if (months.every(({ table }) => existing.includes(table))) return
  await inTransaction(db, async (tx) => {
    await lockPartitions(tx)
    const tables = await selectPartitions(tx)
    for (const month of months) if (!tables.includes(month.table)) await createPartition(tx, month)
  })
}

/** Drops whole partitions, which is cheap, and removes the rest in small batches, so that locks are short. */
async function purgeOldActivities(db: Db, now: Date): Promise<void> {
  const before = yearsBefore(now, retentionYears.all)
  const oldest = monthOf(before, 0).table
  for (const table of await selectPartitions(db))
    if (table < oldest) await inTransaction(db, (tx) => dropPartition(tx, table))
  await removeInBatches(db, { before, actions: undefined })
  await removeInBatches(db, { before: yearsBefore(now, retentionYears.usage), actions: usageActions })
}

export async function maintainPartitions({ db, clock }: App): Promise<void> {
  await ensurePartitions(db, clock.now())
  await purgeOldActivities(db, clock.now())
}

async function removeInBatches(
  db: Db,
  { before, actions }: { before: Date; actions: readonly string[] | undefined },
): Promise<void> {
  let from: Date | undefined
  do {
    const start: Date | undefined = from
    from = await inTransaction(db, (tx) => removeActivities(tx, { from: start, before, actions }, batchSize))
  } while (from)
}

function monthOf(time: Date, ahead: number): Partition {
  const start = (months: number) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))
  const from = start(ahead)
  return {
    table: `activities_${from.toISOString().slice(0, 7).replace('-', '_')}`,
    from,
    to: start(ahead + 1),
  }
}

function yearsBefore(time: Date, years: number): Date {
  const earlier = new Date(time)
  earlier.setUTCFullYear(time.getUTCFullYear() - years)
  return earlier
}
