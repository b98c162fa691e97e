import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import {
  type ReasonKind,
  type SavedReason,
  type SavedReasonDraft,
  userNoteLimits,
} from '#contract/moderation/user-notes.ts'
import type { Actor } from '#platform/actor.ts'
import { type Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { insertReason, removeReasonRow, selectReason, selectReasons } from './user-notes.queries.ts'

type Context = Pick<App, 'db' | 'clock'>
type Reasons = { reasons: SavedReason[] }

const permissionFor: Record<ReasonKind, Permission> = {
  ban: 'admin.users.ban',
  suspend: 'admin.users.ban',
  hide: 'admin.scripts.moderate',
}

export async function readReasons({ db }: Pick<App, 'db'>, kind: ReasonKind): Promise<Reasons> {
  return { reasons: await selectReasons(db, kind) }
}

export async function saveReason(
  app: Context,
  sender: Actor,
  { kind, text }: SavedReasonDraft,
): Promise<Reasons> {
  const permission = permissionFor[kind]
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    const reasons = await selectReasons(tx, kind)
    if (reasons.some((reason) => reason.text === text)) return { reasons }
    if (reasons.length >= userNoteLimits.reasonsMax)
      throw conflict(`At most ${userNoteLimits.reasonsMax} reasons can be saved`)
    await insertReason(tx, { kind, text, createdBy: actor.id, createdAt: now })
    await recordReason(tx, actor, 'Reason Saved', { kind, text })
    return { reasons: await selectReasons(tx, kind) }
  })
}

export async function removeReason(app: Context, sender: Actor, id: number): Promise<Reasons> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, requirePermission }) => {
    const reason = await selectReason(tx, id)
    if (!reason) throw notFound('Saved reason not found')
    requirePermission(permissionFor[reason.kind])
    await removeReasonRow(tx, id)
    await recordReason(tx, actor, 'Saved Reason Deleted', reason)
    return { reasons: await selectReasons(tx, reason.kind) }
  })
}

async function recordReason(
  tx: Db,
  actor: Actor,
  action: 'Reason Saved' | 'Saved Reason Deleted',
  { kind, text }: Pick<SavedReason, 'kind' | 'text'>,
): Promise<void> {
  await recordActivity(tx, {
    type: 'system',
    action,
    description: `${actor.username} ${action === 'Reason Saved' ? 'saved' : 'deleted'} a reason`,
    status: 'info',
    userId: actor.id,
    metadata: { kind, text },
  })
}
