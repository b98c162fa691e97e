import type { Actor } from '#platform/actor.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { mayManageScript } from '#server/scripts/scripts.public.ts'

export function requireManagement<Owned extends { userId: number }>(
  actor: Actor,
  script: Owned | undefined,
): Owned {
  if (!script) throw notFound('Script not found')
  if (!mayManageScript(actor, script))
    throw forbidden('You can only edit your own scripts or need permissions')
  return script
}
