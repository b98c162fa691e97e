import { pagination } from '#contract/fields.ts'
import type { ScriptPage } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'

import { selectAuthorCount, selectAuthorPageIds } from './scripts.queries.ts'
import { selectSummaries } from './summaries.queries.ts'

type Part = { page: number; limit: number }

/** The own scripts, those that await review included. */
export function listOwnScripts(db: Db, actor: Actor, part: Part): Promise<ScriptPage> {
  return listOf(db, actor.id, part, { withReview: true })
}

/** What everybody sees of an author's scripts, newest first. */
export function listScriptsOfAuthor(
  db: Db,
  userId: number,
  page: number,
  limit: number,
): Promise<ScriptPage> {
  return listOf(db, userId, { page, limit }, { withReview: false })
}

async function listOf(
  db: Db,
  userId: number,
  { page, limit }: Part,
  seen: { withReview: boolean },
): Promise<ScriptPage> {
  const total = await selectAuthorCount(db, userId, seen)
  const offset = (page - 1) * limit
  const ids = offset < total ? await selectAuthorPageIds(db, userId, { ...seen, limit, offset }) : []
  return { scripts: await selectSummaries(db, ids), pagination: pagination(page, limit, total) }
}
