import { pagination } from '#contract/platform/fields.ts'
import type { Follow, FollowKind, FollowPage } from '#contract/site/follows.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'

import { selectFollowCount, selectFollows } from './follows.queries.ts'

export async function listFollows(
  db: Db,
  { id: userId }: Actor,
  { page, limit, kind }: { page: number; limit: number; kind?: FollowKind | undefined },
): Promise<FollowPage> {
  const total = await selectFollowCount(db, userId, kind)
  const offset = (page - 1) * limit
  const rows = offset < total ? await selectFollows(db, userId, kind, { limit, offset }) : []
  return { follows: rows.map(serialize), pagination: pagination(page, limit, total) }
}

function serialize(row: Awaited<ReturnType<typeof selectFollows>>[number]): Follow {
  const { news, framework, game } = row
  return {
    kind: row.scriptId === null ? 'author' : 'script',
    id: row.scriptId ?? row.authorId ?? 0,
    name: row.script ?? row.username ?? '',
    author: row.scriptAuthor,
    isPublic: row.scriptId === null || row.publication === 'published',
    followers: row.followers ?? 0,
    filter: { news, framework, game },
    at: row.createdAt.toISOString(),
  }
}
