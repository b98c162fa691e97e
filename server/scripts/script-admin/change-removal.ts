import type { RemovalDraft } from '#contract/scripts/removal-schemas.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { removeScript } from '#server/scripts/removals/remove-scripts.ts'
import { restoreScript } from '#server/scripts/removals/restore-scripts.ts'
import { readScript } from '#server/scripts/read-script.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'

export async function hideScript(
  app: Pick<App, 'db' | 'clock'>,
  sender: Actor,
  id: number,
  removal: RemovalDraft,
): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await removeScript(tx, actor, id, removal, now)
    return readScript(tx, actor, id)
  })
}

export async function showScript(app: Pick<App, 'db' | 'clock'>, sender: Actor, id: number): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await restoreScript(tx, actor, id, now)
    return readScript(tx, actor, id)
  })
}
