import type { Client } from 'pg'

export type TableShape = { name: string; columns: string[] }

/** A month of the activities and its kind: a part of a larger table, with the rows it takes. */
export type Partition = { name: string; parent: string; bound: string }

/** What is of the moment has no place in a backup: files that are still arriving, and who may try how often. */
const transient = ['uploads', 'limits']

/** Every table with the columns that a copy carries; a partitioned table stands for its parts. */
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

/** The tables in an order in which each comes after those its rows refer to. */
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
    if (ordered.size === before) throw new Error('The tables refer to one another in a circle')
  }
  return [...ordered]
}
