import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { VerdictChange } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db } from '#platform/database/database.ts'
import { removeVerdict, writeVerdict, type FindingKey } from '#server/archives/archives.public.ts'

import { assertNotOwnFile } from './own-files.ts'

const permission = 'admin.scripts.moderate'

export async function judgeFinding(
  app: App,
  sender: Actor,
  key: FindingKey,
  change: VerdictChange,
): Promise<null> {
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await judgeFindingIn(tx, actor, key, change, now)
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

export async function withdrawVerdict(app: App, sender: Actor, key: FindingKey): Promise<null> {
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor }) => {
    await assertNotOwnFile(tx, actor, key)
    await removeVerdict(tx, actor, key)
    return null
  })
}
