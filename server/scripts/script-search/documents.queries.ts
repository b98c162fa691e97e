import { eq, sql, type SQL } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { published, scriptDocs, scripts, searchShortlist } from '#server/scripts/scripts.tables.ts'

import { documentMark, documentOf, wordsOf, type SearchText, usedWords } from './words.rules.ts'

type ScriptText = Omit<SearchText, 'author' | 'categoryId' | 'uses'>

/** The content of the document of a script besides its texts. */
type Context = { author: string; categoryId: number; attributes: string[]; needs: string[] }

const contextColumns = sql`
  u.username as author, s.category_id as "categoryId", s.attributes, array(select name from script_needs where script_id = s.id) as needs`

/** Inserts the texts and the search document of a new script. New scripts are always in the shortlist. */
export async function insertScriptDoc(tx: Db, scriptId: number, text: ScriptText): Promise<void> {
  const { description, document, words } = await columnsOf(tx, scriptId, text)
  await tx.insert(scriptDocs).values({ scriptId, description, document })
  await tx.insert(searchShortlist).values({ scriptId, document, newest: true, views: true, downloads: 0 })
  await insertWords(tx, words)
}

export async function updateScriptDoc(tx: Db, scriptId: number, text: ScriptText): Promise<void> {
  const { description, document, words } = await columnsOf(tx, scriptId, text)
  await tx.update(scriptDocs).set({ description, document }).where(eq(scriptDocs.scriptId, scriptId))
  await tx.update(searchShortlist).set({ document }).where(eq(searchShortlist.scriptId, scriptId))
  await insertWords(tx, words)
}

async function columnsOf(tx: Db, scriptId: number, text: ScriptText) {
  const { rows } = await tx.execute<Context>(sql`
    select ${contextColumns} from ${scripts} s join ${users} u on u.id = s.user_id where s.id = ${scriptId}`)
  const [context = { author: '', categoryId: 0, attributes: [], needs: [] }] = rows
  const searchText = searchTextOf({ ...text, ...context })
  const document = sql`${documentOf(searchText)}::tsvector`
  return { description: text.description, document, words: wordsOf(searchText) }
}

function searchTextOf({ attributes, needs, ...text }: ScriptText & Context): SearchText {
  return { ...text, uses: usedWords(attributes, needs) }
}

/** Words of deleted scripts remain: they match nothing and cost nothing. Documents are locked before words. */
async function insertWords(tx: Db, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into script_words (word) select unnest(${sql.param(words)}::text[]) on conflict do nothing`)
}

/** Builds the documents of these scripts again, with the present names of their authors and what they use now. */
export async function rebuildDocuments(db: Db, ids: readonly number[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    // An edit of one of these scripts waits: it would be overwritten with the text that is read here.
    const { rows } = await tx.execute<ScriptText & Context & { id: number }>(sql`
      select s.id, s.name, s.tags, d.description, ${contextColumns}
      from script_docs d join scripts s on s.id = d.script_id join users u on u.id = s.user_id
      where d.script_id = any(${sql.param(ids)}::int[]) order by d.script_id for update of d`)
    const texts = rows.map(searchTextOf)
    const built = sql`unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(texts.map(documentOf))}::text[])
      as built (id, document)`
    for (const table of [scriptDocs, searchShortlist])
      await tx.execute(sql`
        update ${table} as t set document = built.document::tsvector
        from ${built} where t.script_id = built.id and t.document <> built.document::tsvector`)
    await insertWords(tx, [...new Set(texts.flatMap(wordsOf))].toSorted())
  })
}

export async function selectIdsOfAuthor(db: Db, userId: number): Promise<number[]> {
  const rows = await db.select({ id: scripts.id }).from(scripts).where(eq(scripts.userId, userId))
  return rows.map(({ id }) => id)
}

/** The next ids below `before`, or the highest ones. */
export async function selectIdsBelow(db: Db, before: number, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select script_id as id from script_docs where script_id < ${before} order by script_id desc limit ${count}`)
  return rows.map(({ id }) => id)
}

/** Returns whether the script with the lowest id has a document of this release. Undefined without scripts. */
export async function selectIsFirstIndexed(db: Db): Promise<boolean | undefined> {
  const { rows } = await db.execute<{ isIndexed: boolean }>(sql`
    select ${documentMark} = any(tsvector_to_array(document)) as "isIndexed"
    from script_docs order by script_id limit 1`)
  return rows[0]?.isIndexed
}

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
