import type { RemovalDraft } from '#contract/scripts/removal-schemas.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { removeScript } from '#server/scripts/removals/remove-scripts.ts'
import { restoreScript } from '#server/scripts/removals/restore-scripts.ts'
import { readScript } from '#server/scripts/read-script.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

export async function hideScript(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  removal: RemovalDraft,
): Promise<Script> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, now, 'admin.scripts.moderate')
    await removeScript(tx, actor, id, removal, now)
    return readScript(tx, actor, id)
  })
}

export async function showScript(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<Script> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await requireSession(tx, actor.sessionHash, now, 'admin.scripts.moderate')
    await restoreScript(tx, actor, id, now)
    return readScript(tx, actor, id)
  })
}
