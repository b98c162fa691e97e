import { denialReason } from '#contract/access/authority.ts'
import {
  type UserNote,
  type UserNoteDraft,
  type ReasonKind,
  type SavedReason,
  type SavedReasonDraft,
  userNoteLimits,
} from '#contract/moderation/user-notes.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { forbidden, notFound, conflict } from '#platform/errors.ts'
import { lockPrincipals, lockTarget, type NamedPrincipal } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { actOver, recordActivity } from '#server/records/records.public.ts'

import { selectUser } from './user-admin.queries.ts'
import {
  insertNote,
  removeNoteRow,
  selectNote,
  selectNotes,
  insertReason,
  lockReasons,
  removeReasonRow,
  selectReason,
  selectReasons,
} from './user-notes.queries.ts'

type Context = Pick<App, 'db' | 'clock'>
type ActorId = Pick<Actor, 'id'>
type Notes = { notes: UserNote[] }

export async function readNotes({ db, clock }: Context, userId: number): Promise<Notes> {
  if (!(await selectUser(db, userId, clock.now()))) throw notFound('User not found')
  return loadNotes(db, userId)
}

export async function addNote(
  { db, clock }: Context,
  actor: ActorId,
  userId: number,
  { text }: UserNoteDraft,
): Promise<Notes> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { principal, target } = await lockForNotes(tx, actor, userId, now)
    const author = { authorId: principal.id, authorName: principal.username }
    await insertNote(tx, { userId, text, ...author, createdAt: now })
    await recordNote(tx, principal, target, 'Note Added')
  })
  return loadNotes(db, userId)
}

export async function removeNote(
  { db, clock }: Context,
  actor: ActorId,
  { id: userId, noteId }: { id: number; noteId: number },
): Promise<Notes> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { principal, target } = await lockForNotes(tx, actor, userId, now)
    const note = await selectNote(tx, userId, noteId)
    if (!note) throw notFound('Note not found')
    await assertMayRemove(tx, principal, note, now)
    await removeNoteRow(tx, noteId)
    await recordNote(tx, principal, target, 'Note Deleted')
  })
  return loadNotes(db, userId)
}

async function assertMayRemove(
  tx: Db,
  principal: NamedPrincipal,
  { authorId }: { authorId: number | null },
  now: Date,
): Promise<void> {
  if (authorId === null || authorId === principal.id) return
  const { target: author } = await lockPrincipals(tx, { actorId: principal.id, targetId: authorId }, now)
  if (denialReason(principal, author, 'modify user') !== undefined)
    throw forbidden('Cannot delete note - its author has higher priority groups')
}

function lockForNotes(tx: Db, actor: ActorId, userId: number, now: Date) {
  const ids = { actorId: actor.id, targetId: userId }
  return lockTarget(tx, ids, now, 'admin.users.edit.notes', 'modify user')
}

/** Without the text, which readers of the log may not see. */
async function recordNote(
  tx: Db,
  principal: NamedPrincipal,
  target: NamedPrincipal,
  action: 'Note Added' | 'Note Deleted',
): Promise<void> {
  await recordActivity(tx, {
    ...actOver(principal, target),
    action,
    description: `${principal.username} ${action === 'Note Added' ? 'added' : 'deleted'} a note about ${target.username}`,
    status: 'info',
  })
}

async function loadNotes(db: Db, userId: number): Promise<Notes> {
  const notes = await selectNotes(db, userId)
  return { notes: notes.map(({ createdAt, ...note }) => ({ ...note, created_at: createdAt.toISOString() })) }
}

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
    await lockReasons(tx, kind)
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
    if (!(await removeReasonRow(tx, id))) throw notFound('Saved reason not found')
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
