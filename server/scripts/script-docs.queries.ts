import { eq, sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

import { scriptDocs, scriptHeads } from './scripts.tables.ts'
import { documentOf, wordsOf, type SearchText } from './search-text.rules.ts'

/** Writes the texts of a new script and lets search know its words. What is new is found until it is reckoned with. */
export async function insertScriptDoc(tx: Db, scriptId: number, text: SearchText): Promise<void> {
  const { description, document } = columnsOf(text)
  await tx.insert(scriptDocs).values({ scriptId, description, document })
  await tx.insert(scriptHeads).values({ scriptId, document, newest: true, views: true, downloads: 0 })
  await insertWords(tx, text)
}

export async function updateScriptDoc(tx: Db, scriptId: number, text: SearchText): Promise<void> {
  const { description, document } = columnsOf(text)
  await tx.update(scriptDocs).set({ description, document }).where(eq(scriptDocs.scriptId, scriptId))
  await tx.update(scriptHeads).set({ document }).where(eq(scriptHeads.scriptId, scriptId))
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
