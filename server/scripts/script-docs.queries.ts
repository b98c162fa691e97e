import { eq, sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

import { scriptDocs } from './scripts.tables.ts'
import { documentOf, wordsOf, type SearchText } from './search-text.rules.ts'

/** Writes the texts of a new script and lets search know its words. */
export async function insertScriptDoc(tx: Db, scriptId: number, text: SearchText): Promise<void> {
  await tx.insert(scriptDocs).values({ scriptId, ...columnsOf(text) })
  await insertWords(tx, text)
}

export async function updateScriptDoc(tx: Db, scriptId: number, text: SearchText): Promise<void> {
  await tx.update(scriptDocs).set(columnsOf(text)).where(eq(scriptDocs.scriptId, scriptId))
  await insertWords(tx, text)
}

function columnsOf(text: SearchText) {
  return { description: text.description, document: sql`${documentOf(text)}::tsvector` }
}

/** A word stays when its last script goes: it then leads nowhere, which costs nothing. */
async function insertWords(tx: Db, text: SearchText): Promise<void> {
  await tx.execute(sql`
    insert into script_words (word) select unnest(${sql.param(wordsOf(text))}::text[]) on conflict do nothing`)
}
