import type { VerdictChange } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { countAgain } from './apply-verdict.ts'
import { deleteVerdict, selectArchivesWith, upsertVerdict, type FindingKey } from './verdicts.queries.ts'

/**
 * Applies to the rule in this file content in every archive, those of the future included. In the caller's transaction,
 * which has checked the user.
 */
export async function writeVerdict(
  tx: Db,
  actor: Actor,
  key: FindingKey,
  change: VerdictChange,
  now: Date,
): Promise<void> {
  const found = await selectArchivesWith(tx, key, { after: 0, limit: 1 })
  if (found.length === 0) throw notFound('No archive has this finding')
  await upsertVerdict(tx, key, change, { decidedBy: actor.id, decidedAt: now })
  const action = change.verdict === 'accepted' ? 'Finding Accepted' : 'Finding Confirmed'
  await recordVerdict(tx, actor, action, key)
  await countAgain(tx, key)
}

/** In the caller's transaction, which has checked the user. */
export async function removeVerdict(tx: Db, actor: Actor, key: FindingKey): Promise<void> {
  if (!(await deleteVerdict(tx, key))) throw notFound('There is no verdict on this finding')
  await recordVerdict(tx, actor, 'Finding Verdict Removed', key)
  await countAgain(tx, key)
}

async function recordVerdict(tx: Db, actor: Actor, action: string, key: FindingKey): Promise<void> {
  await recordActivity(tx, {
    type: 'script',
    action,
    description: `${actor.username} decided about ${key.rule} in a file`,
    status: 'info',
    userId: actor.id,
    metadata: key,
  })
}
