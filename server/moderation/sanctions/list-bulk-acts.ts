import { pagination } from '#contract/platform/fields.ts'
import type { BulkActPage, BulkActQuery } from '#contract/moderation/sanctions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { readPrincipals } from '#server/access/access.public.ts'

import { selectBulkActCount, selectBulkActs, selectUsersOfActs } from './sanctions.queries.ts'
import { undoProblem } from './sanctions.rules.ts'

export async function listBulkActs(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id: actorId }: Pick<Actor, 'id'>,
  { page, limit, id }: BulkActQuery,
): Promise<BulkActPage> {
  const now = clock.now()
  const total = await selectBulkActCount(db, id)
  const rows = await selectBulkActs(db, id, { limit, offset: (page - 1) * limit })
  const users = await selectUsersOfActs(
    db,
    rows.map(({ act }) => act.id),
  )
  const { actor } = await readPrincipals(db, { actorId, targetId: actorId }, now)
  return {
    acts: rows.map(({ act, by, undoneBy }) => ({
      id: act.id,
      kind: act.kind,
      by,
      at: act.createdAt.toISOString(),
      users: users
        .filter(({ actId }) => actId === act.id)
        .map(({ id: userId, username }) => ({ id: userId, username })),
      hidden_for: act.hiddenFor,
      undone: act.undoneAt && { at: act.undoneAt.toISOString(), by: undoneBy },
      undo_problem: undoProblem(act, actor, now)?.message ?? null,
    })),
    pagination: pagination(page, limit, total),
  }
}
