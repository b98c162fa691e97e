import { pagination } from '#contract/fields.ts'
import type { ScriptPage } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { selectSummaries } from '#server/scripts/scripts.public.ts'

import {
  selectAuthorCount,
  selectAuthorPageIds,
  selectWaitingCount,
  selectWaitingIds,
} from './lists.queries.ts'

type Part = { page: number; limit: number }

/** The user's own scripts, including those that wait for review. */
export function listOwnScripts(db: Db, actor: Actor, part: Part): Promise<ScriptPage> {
  return listOf(db, actor.id, part, { withReview: true })
}

/** The scripts that wait for review, oldest first. */
export async function listWaitingScripts(db: Db, { page, limit }: Part): Promise<ScriptPage> {
  const total = await selectWaitingCount(db)
  const ids = await selectWaitingIds(db, { limit, offset: (page - 1) * limit })
  return { scripts: await selectSummaries(db, ids), pagination: pagination(page, limit, total) }
}

/** The published scripts of an author, newest first. */
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
