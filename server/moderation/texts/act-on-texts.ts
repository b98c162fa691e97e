import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import type { TextAct, TextKey, TextKind } from '#contract/moderation/moderated-texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, HttpError, notFound } from '#platform/errors.ts'
import { userTag } from '#server/access/access.public.ts'
import { emitEvent, recordActivity } from '#server/records/records.public.ts'
import {
  collectionTags,
  hideCollection,
  hideProfileText,
  hideReport,
  hideTeam,
  restoreCollection,
  restoreProfileText,
  restoreReport,
  restoreTeam,
  selectModeratedCollection,
  selectOwnership,
  selectProfileText,
  selectReport,
  selectTeam,
  selectTeamMemberIds,
  worksTag,
} from '#server/scripts/scripts.public.ts'

/** Each text in a transaction of its own: what is impossible for one does not stop the others. */
export async function actOnTexts(app: App, actor: Actor, act: TextAct) {
  const results: (TextKey & { error: string | null })[] = []
  for (const { kind, id } of act.texts) {
    try {
      await withTransaction(app, actor, { permission: 'admin.scripts.moderate' }, (write) =>
        actOnText(app, write, { kind, id }, act),
      )
      results.push({ kind, id, error: null })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      results.push({ kind, id, error: error.message })
    }
  }
  return { results }
}

type Act = { action: 'hide'; reason: string } | { action: 'restore' }

/** The writer is notified; of a restored text perhaps by the caller. */
export async function actOnText(
  app: App,
  { db: tx, actor, now }: Write,
  target: TextKey,
  act: Act,
  { isNotified = true } = {},
): Promise<void> {
  const text = await findText(tx, target)
  if (!text) throw notFound('The text does not exist any more')
  const members = target.kind === 'team' ? await selectTeamMemberIds(tx, target.id) : [text.userId]
  if (members.includes(actor.id)) throw forbidden('You cannot moderate your own text')
  const isHiding = act.action === 'hide'
  const isChanged = isHiding
    ? await hide(tx, app, target, { removedAt: now, removedBy: actor.id, removalReason: act.reason })
    : await restore(tx, target)
  if (!isChanged) throw conflict(isHiding ? 'The text is hidden already' : 'The text is not hidden')
  const { userId, scriptId, versionId, isHidden: _, ...names } = text
  invalidate(tx, userTag(userId), ...(scriptId === null ? [] : [worksTag(scriptId)]))
  if (target.kind === 'collection') invalidate(tx, ...collectionTags(target.id))
  const subject = { actorId: actor.id, scriptId, versionId, userId }
  const data = { text: target.kind, ...names }
  if (act.action === 'hide')
    await emitEvent(tx, { kind: 'text-hidden', ...subject, data: { ...data, reason: act.reason } }, now)
  else if (isNotified) await emitEvent(tx, { kind: 'text-restored', ...subject, data }, now)
  await recordActivity(tx, {
    type: 'user',
    action: isHiding ? 'Text Hidden' : 'Text Restored',
    description: `${actor.username} ${isHiding ? 'hid' : 'restored'} ${kindTexts[target.kind]}`,
    status: 'info',
    userId: actor.id,
    targetId: userId,
    targetType: 'user',
    metadata: { kind: target.kind, id: target.id, reason: 'moderation' },
  })
}

const kindTexts: Record<TextKind, string> = {
  'works-report': 'a works report',
  profile: 'the text of a profile',
  collection: 'a collection',
  team: 'a team',
}

type Text = {
  userId: number
  isHidden: boolean
  script: string | null
  collection?: string
  collectionId?: number
  scriptId: number | null
  versionId: number | null
}

export async function findText(tx: Db, { kind, id }: TextKey): Promise<Text | undefined> {
  if (kind === 'profile') {
    const profile = await selectProfileText(tx, id)
    return profile && { userId: id, isHidden: profile.removedAt !== null, ...withoutScript }
  }
  if (kind === 'team') {
    const row = await selectTeam(tx, id)
    return row && { userId: id, isHidden: row.team.removedAt !== null, ...withoutScript }
  }
  if (kind === 'collection') {
    const row = await selectModeratedCollection(tx, id)
    if (!row) return undefined
    const { userId, title: collection, removedAt } = row
    return { userId, isHidden: removedAt !== null, collection, collectionId: id, ...withoutScript }
  }
  const row = await selectReport(tx, id)
  const script = row && (await selectOwnership(tx, row.report.scriptId))
  if (!row || !script) return undefined
  const { userId, versionId, removedAt } = row.report
  return { userId, isHidden: removedAt !== null, script: script.name, scriptId: script.id, versionId }
}

const withoutScript = { script: null, scriptId: null, versionId: null }

type Removal = Parameters<typeof hideReport>[2]

const hiding = { 'works-report': hideReport, profile: hideProfileText, collection: hideCollection }
const restoring = {
  'works-report': restoreReport,
  profile: restoreProfileText,
  collection: restoreCollection,
  team: restoreTeam,
}

const hide = (tx: Db, app: App, { kind, id }: TextKey, removal: Removal) =>
  kind === 'team' ? hideTeam(tx, app, id, removal) : hiding[kind](tx, id, removal)
const restore = (tx: Db, { kind, id }: TextKey) => restoring[kind](tx, id)
