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

type Row = Awaited<ReturnType<typeof selectFollows>>[number]

/** A collection that is not public any more has no name for others. */
function subjectOf(row: Row): Pick<Follow, 'kind' | 'id' | 'name' | 'author' | 'isPublic'> {
  const { scriptId, authorId, collectionId } = row
  if (scriptId !== null)
    return {
      kind: 'script',
      id: scriptId,
      name: row.script ?? '',
      author: row.scriptAuthor,
      isPublic: row.publication === 'published',
    }
  if (collectionId === null)
    return { kind: 'author', id: authorId ?? 0, name: row.username ?? '', author: null, isPublic: true }
  const isPublic = row.isPublicCollection
  return {
    kind: 'collection',
    id: collectionId,
    name: isPublic ? (row.collection ?? '') : '',
    author: isPublic ? row.collectionOwner : null,
    isPublic,
  }
}

function serialize(row: Row): Follow {
  const { news, framework, game } = row
  return {
    ...subjectOf(row),
    followers: row.followers ?? 0,
    filter: { news, framework, game },
    at: row.createdAt.toISOString(),
  }
}
