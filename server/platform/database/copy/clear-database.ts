import { escapeIdentifier, type Client } from 'pg'

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
