import type { VerdictChange } from '#contract/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { countAgain } from './apply-verdict.ts'
import { deleteVerdict, selectArchivesWith, upsertVerdict, type FindingKey } from './verdicts.queries.ts'

/** Applies to the rule in this file content in every archive, those of the future included. */
export async function setVerdict(
  { db, clock }: App,
  actor: Actor,
  key: FindingKey,
  change: VerdictChange,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, clock.now(), 'admin.scripts.moderate')
    await writeVerdict(tx, actor, key, change, clock.now())
    return null
  })
}

/** In the caller's transaction, which has checked the permission. */
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

export async function removeVerdict({ db, clock }: App, actor: Actor, key: FindingKey): Promise<null> {
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, clock.now(), 'admin.scripts.moderate')
    if (!(await deleteVerdict(tx, key))) throw notFound('There is no verdict on this finding')
    await recordVerdict(tx, actor, 'Finding Verdict Removed', key)
    await countAgain(tx, key)
    return null
  })
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
