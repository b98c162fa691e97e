import type { Actor } from '#platform/actor.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { mayEditScript, type Authored } from '#server/scripts/scripts.rules.ts'

export function requireManagement<Script extends Authored>(
  actor: Actor,
  script: Script | undefined,
  mayManage: (actor: Actor, script: Authored) => boolean = mayEditScript,
): Script {
  if (!script) throw notFound('Script not found')
  if (!mayManage(actor, script)) throw forbidden('You can only edit your own scripts or need permissions')
  return script
}

/** The same permission as for a new script; moderators can replace the archive of anyone. */
export function requireUpload({ permissions }: Actor): void {
  if (!permissions.has('scripts.upload') && !permissions.has('admin.scripts.moderate'))
    throw forbidden('You need permission to upload scripts')
}
