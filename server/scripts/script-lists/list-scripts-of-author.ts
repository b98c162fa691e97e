import { pagination } from '#contract/platform/fields.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import type { ScriptPage } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { isMember, type Memberships } from '#server/scripts/authors.queries.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import {
  selectAuthorCount,
  selectAuthorPageIds,
  selectCoAuthoredCount,
  selectSortedIdsOfAuthor,
  selectWaitingCount,
  selectWaitingIds,
} from './lists.queries.ts'

type Part = { page: number; limit: number }

/** The scripts of which the user is an author, including those that wait for review. */
export function listOwnScripts(db: Db, actor: Actor, part: Part): Promise<ScriptPage> {
  const seen = { isOwn: true }
  return listOf(db, part, {
    count: () => selectAuthorCount(db, actor.id, seen),
    ids: (range) => selectAuthorPageIds(db, actor.id, { ...seen, ...range }),
  })
}

/** The scripts that wait for review, oldest first. */
export function listWaitingScripts(db: Db, part: Part): Promise<ScriptPage> {
  return listOf(db, part, {
    count: () => selectWaitingCount(db),
    ids: (range) => selectWaitingIds(db, range),
  })
}

type OfAuthor = Part & { sort?: ScriptSort | undefined }

/** The published scripts that a user or a team owns, by default the newest first. */
export function listScriptsOfAuthor(
  db: Db,
  userId: number,
  { sort = 'newest', ...part }: OfAuthor,
): Promise<ScriptPage> {
  const seen = { isOwn: false }
  return listOf(db, part, {
    count: () => selectAuthorCount(db, userId, seen),
    ids: (range) =>
      sort === 'newest'
        ? selectAuthorPageIds(db, userId, { ...seen, ...range })
        : selectSortedIdsOfAuthor(db, userId, { sort, ...range }),
  })
}

/** The published scripts of others and of teams on which the user works, in the same orders. */
export function listCoAuthoredScripts(
  db: Db,
  userId: number,
  memberships: Memberships,
  { sort = 'newest', ...part }: OfAuthor,
): Promise<ScriptPage> {
  return listOf(db, part, {
    count: () => countCoAuthoredScripts(db, userId, memberships),
    ids: (range) => selectSortedIdsOfAuthor(db, userId, { sort, ...range }, memberships),
  })
}

export async function countCoAuthoredScripts(
  db: Db,
  userId: number,
  memberships: Memberships,
): Promise<number> {
  return isMember(memberships) ? selectCoAuthoredCount(db, userId, memberships) : 0
}

async function listOf(
  db: Db,
  { page, limit }: Part,
  select: {
    count: () => Promise<number>
    ids: (range: { limit: number; offset: number }) => Promise<number[]>
  },
): Promise<ScriptPage> {
  const total = await select.count()
  const offset = (page - 1) * limit
  const ids = offset < total ? await select.ids({ limit, offset }) : []
  return { scripts: await selectSummaries(db, ids), pagination: pagination(page, limit, total) }
}
