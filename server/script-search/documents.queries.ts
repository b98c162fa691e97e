import { eq, sql } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database/database.ts'
import { scriptDocs, scripts, searchShortlist } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/users/users.tables.ts'

import { documentOf, wordsOf, type SearchText } from './search-text.rules.ts'

type ScriptText = Omit<SearchText, 'author'>

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
  const [author] = await tx
    .select({ username: users.username })
    .from(users)
    .innerJoin(scripts, eq(scripts.userId, users.id))
    .where(eq(scripts.id, scriptId))
  const searchText = { ...text, author: author?.username ?? '' }
  const document = sql`${documentOf(searchText)}::tsvector`
  return { description: text.description, document, words: wordsOf(searchText) }
}

/** Words of deleted scripts remain: they match nothing and cost nothing. Documents are locked before words. */
async function insertWords(tx: Db, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into script_words (word) select unnest(${sql.param(words)}::text[]) on conflict do nothing`)
}

/** Builds the documents of these scripts again, with the present names of their authors. */
export async function rebuildDocuments(db: Db, ids: readonly number[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    // An edit of one of these scripts waits: it would be overwritten with the text that is read here.
    const { rows } = await tx.execute<SearchText & { id: number }>(sql`
      select s.id, s.name, s.tags, d.description, u.username as author
      from script_docs d join scripts s on s.id = d.script_id join users u on u.id = s.user_id
      where d.script_id = any(${sql.param(ids)}::int[]) order by d.script_id for update of d`)
    const built = sql`unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(rows.map(documentOf))}::text[])
      as built (id, document)`
    for (const table of [scriptDocs, searchShortlist])
      await tx.execute(sql`
        update ${table} as t set document = built.document::tsvector
        from ${built} where t.script_id = built.id and t.document <> built.document::tsvector`)
    await insertWords(tx, [...new Set(rows.flatMap(wordsOf))].toSorted())
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

/** The author and the document of the script with the lowest id whose author's name has words. */
export async function selectFirstDocument(db: Db) {
  const { rows } = await db.execute<{ author: string; words: string[] }>(sql`
    select u.username as author, tsvector_to_array(ts_filter(d.document, '{d}')) as words
    from script_docs d join scripts s on s.id = d.script_id join users u on u.id = s.user_id
    where u.username ~ '[A-Za-z0-9]' order by d.script_id limit 1`)
  return rows[0]
}
