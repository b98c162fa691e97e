import { type Client, escapeIdentifier } from 'pg'

export type TableShape = { name: string; columns: string[] }

/** A partition of a table, with the bound of the rows that it takes. */
type Partition = { name: string; parent: string; bound: string }

/** Not part of a backup: unfinished uploads and rate limits. */
const transient = ['uploads', 'limits']

/** All tables with their copied columns. A partitioned table includes its partitions. */
export async function describeTables(
  client: Client,
  without: readonly string[] = transient,
): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname::text as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1) order by 1`,
    [without],
  )
  return rows
}

export async function describePartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition order by 1`,
  )
  return rows
}

/** The tables ordered by foreign keys: referenced tables first. */
export async function orderByReferences(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; needs: string }>(
    `select t.relname::text as table, n.relname::text as needs
     from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class n on n.oid = f.confrelid
     where f.contype = 'f' and f.connamespace = 'public'::regnamespace and t.oid <> n.oid`,
  )
  const ordered = new Set<string>()
  while (ordered.size < tables.length) {
    const before = ordered.size
    for (const table of tables)
      if (rows.every((row) => row.table !== table || ordered.has(row.needs) || !tables.includes(row.needs)))
        ordered.add(table)
    if (ordered.size === before) throw new Error('The foreign keys of the tables form a cycle')
  }
  return [...ordered]
}

/** The schemas that the app creates in addition to `public`. */
const ownSchemas = ['drizzle', 'graphile_worker']

/** Drops everything that the app creates in a blank database. Objects of extensions remain. */
export async function clearDatabase(client: Client): Promise<void> {
  await client.query('rollback')
  await client.query(`drop schema if exists ${ownSchemas.join(', ')} cascade`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  if (tables.length > 0)
    await client.query(`drop table ${tables.map(({ name }) => escapeIdentifier(name)).join(', ')} cascade`)
  const { rows: functions } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { signature } of functions) await client.query(`drop function ${signature} cascade`)
}
