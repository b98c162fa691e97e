import { authority, type Principal } from '#contract/access/authority.ts'
import { sanctionLimits } from '#contract/moderation/sanctions.ts'
import { after, hour } from '#platform/clock.ts'
import { conflict, forbidden, type HttpError } from '#platform/errors.ts'

type Act = {
  actorId: number
  actorAuthority: number
  hiddenFor: string | null
  createdAt: Date
  undoneAt: Date | null
}

/** Why a user cannot undo an act. */
export function undoProblem(act: Act, actor: Principal, now: Date): HttpError | undefined {
  if (act.hiddenFor !== null && !actor.permissions.has('admin.scripts.moderate'))
    return forbidden('You need permission to hide and restore scripts')
  if (act.actorId !== actor.id && authority(actor) > act.actorAuthority)
    return forbidden('Cannot undo - the user who did it has higher authority than yours')
  if (act.undoneAt) return conflict('This was already undone')
  if (after(act.createdAt, sanctionLimits.undoHours * hour) <= now)
    return conflict('This can no longer be undone')
  return undefined
}
