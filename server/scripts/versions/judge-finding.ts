import type { VerdictChange } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { removeVerdict, writeVerdict, type FindingKey } from '#server/archives/archives.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { assertNotOwnFile } from './own-files.ts'

export async function judgeFinding(
  { db, clock }: App,
  { sessionHash }: Actor,
  key: FindingKey,
  change: VerdictChange,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const actor = await requireSession(tx, sessionHash, clock.now(), 'admin.scripts.moderate')
    await judgeFindingIn(tx, actor, key, change, clock.now())
    return null
  })
}

/** In the caller's transaction, which has checked the permission. */
export async function judgeFindingIn(
  tx: Db,
  actor: Actor,
  key: FindingKey,
  change: VerdictChange,
  now: Date,
): Promise<void> {
  await assertNotOwnFile(tx, actor, key)
  await writeVerdict(tx, actor, key, change, now)
}

export async function withdrawVerdict(
  { db, clock }: App,
  { sessionHash }: Actor,
  key: FindingKey,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const actor = await requireSession(tx, sessionHash, clock.now(), 'admin.scripts.moderate')
    await assertNotOwnFile(tx, actor, key)
    await removeVerdict(tx, actor, key)
    return null
  })
}
