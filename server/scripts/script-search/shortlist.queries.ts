import { sql, type SQL } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database/database.ts'

import { published } from '#server/scripts/script-filters.queries.ts'

/** Scripts per sort order in the shortlist. */
export const shortlistSize = 3_000

/** Recomputes `search_shortlist`: the first scripts of each sort order. */
export async function refreshShortlist(db: Db): Promise<void> {
  // One statement, so one snapshot: rows inserted in the meantime are not deleted.
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
      delete from search_shortlist s where not exists (select from heads h where h.script_id = s.script_id)
    )
    insert into search_shortlist as s (script_id, document, newest, views, downloads) select * from heads
    on conflict (script_id) do update set document = excluded.document, newest = excluded.newest,
      downloads = excluded.downloads, views = excluded.views
    where (s.document, s.newest, s.downloads, s.views)
      is distinct from (excluded.document, excluded.newest, excluded.downloads, excluded.views)`
  await inTransaction(db, (tx) => tx.execute(statement))
}

function first(column: SQL): SQL {
  return sql`
    select id from scripts where ${published} order by ${column} desc, id desc limit ${sql.raw(String(shortlistSize))}`
}
