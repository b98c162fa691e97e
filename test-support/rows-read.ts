import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

/** Rows and index entries that the database reads for `work`, which do not depend on the load of the machine. */
export async function rowsRead(db: Db, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const read = async () => {
      const { rows } = await tx.execute<{ count: number }>(sql`
        select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::integer as count
        from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`)
      return rows[0]?.count ?? 0
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}
