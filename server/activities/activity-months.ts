import { inTransaction, type Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'

import {
  createMonth,
  dropMonth,
  lockMonths,
  removeActivities,
  selectMonthTables,
  type Month,
} from './activity-months.queries.ts'

/** This month and as many after it have a table before their first activity comes. */
const monthsAhead = 3

/** The legal texts: usage data is kept 2 years, everything else 3 (public-site.md, 9). */
const keptYears = { usage: 2, all: 3 } as const
const usageActions = ['Script Viewed', 'Script Downloaded'] as const
const removedAtOnce = 5_000

export async function ensureActivityMonths(db: Db, now: Date): Promise<void> {
  const wanted = Array.from({ length: monthsAhead + 1 }, (_, ahead) => monthOf(now, ahead))
  const present = await selectMonthTables(db)
  if (wanted.every(({ table }) => present.includes(table))) return
  await inTransaction(db, async (tx) => {
    await lockMonths(tx)
    const tables = await selectMonthTables(tx)
    for (const month of wanted) if (!tables.includes(month.table)) await createMonth(tx, month)
  })
}

/** Whole months go as tables, which costs nothing; the rest row by row, in small batches that hold nobody up. */
export async function forgetOldActivities(db: Db, now: Date): Promise<void> {
  const before = yearsBefore(now, keptYears.all)
  const oldest = monthOf(before, 0).table
  for (const table of await selectMonthTables(db))
    if (table < oldest) await inTransaction(db, (tx) => dropMonth(tx, table))
  await removeInBatches(db, { before, actions: undefined })
  await removeInBatches(db, { before: yearsBefore(now, keptYears.usage), actions: usageActions })
}

/** Daily: tables for the months to come, and none for those that nobody may keep. */
export async function keepActivityMonths({ db, clock }: Hub): Promise<void> {
  await ensureActivityMonths(db, clock.now())
  await forgetOldActivities(db, clock.now())
}

async function removeInBatches(
  db: Db,
  { before, actions }: { before: Date; actions: readonly string[] | undefined },
): Promise<void> {
  let from: Date | undefined
  do {
    const start: Date | undefined = from
    from = await inTransaction(db, (tx) =>
      removeActivities(tx, { from: start, before, actions }, removedAtOnce),
    )
  } while (from)
}

function monthOf(time: Date, ahead: number): Month {
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
