import { sql, type SQL } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database.ts'

import { published } from './scripts.queries.ts'

/** Scripts that search knows of each order without looking any further. */
export const headSize = 3_000

/** Puts the first scripts of each order as it is now into `script_heads`, and takes away what is no longer one. */
export async function reckonHeads(db: Db): Promise<void> {
  // One statement and so one moment: what is written meanwhile is neither known nor taken away.
  const statement = sql`
    with newest as materialized (${first(sql`created_at`)}),
    viewed as materialized (${first(sql`views`)}),
    downloaded as materialized (${first(sql`downloads`)}),
    heads as materialized (
      select d.script_id, d.document, d.script_id in (select id from newest) as newest,
        d.script_id in (select id from viewed) as views,
        case when d.script_id in (select id from downloaded) then s.downloads end as downloads
      from (select id from newest union select id from viewed union select id from downloaded) h
      join script_docs d on d.script_id = h.id
      join scripts s on s.id = h.id
    ),
    gone as (
      delete from script_heads s where not exists (select from heads h where h.script_id = s.script_id)
    )
    insert into script_heads as s (script_id, document, newest, views, downloads) select * from heads
    on conflict (script_id) do update set document = excluded.document, newest = excluded.newest,
      downloads = excluded.downloads, views = excluded.views
    where (s.document, s.newest, s.downloads, s.views)
      is distinct from (excluded.document, excluded.newest, excluded.downloads, excluded.views)`
  await inTransaction(db, (tx) => tx.execute(statement))
}

function first(column: SQL): SQL {
  return sql`
    select id from scripts where ${published} order by ${column} desc, id desc limit ${sql.raw(String(headSize))}`
}
