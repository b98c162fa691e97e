import {
  moderatedTextLimits,
  type ModeratedText,
  type ModeratedTextQuery,
  type TextAct,
  type TextKey,
  type TextKind,
} from '#contract/moderation/moderated-texts.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, invalidate } from '#platform/database/database.ts'
import { invalid, conflict, forbidden, HttpError, notFound } from '#platform/errors.ts'
import { avatarUrl, userTag } from '#server/access/access.public.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { selectUserId } from '#server/moderation/moderation.queries.ts'
import { actOver, emitEvent, recordActivity, selectReportedTexts } from '#server/records/records.public.ts'
import {
  collectionTags,
  hideTeam,
  restoreTeam,
  selectModeratedCollection,
  selectModeratedCollections,
  selectModeratedCount,
  selectModeratedReports,
  selectModeratedTeams,
  selectOwnership,
  selectProfileText,
  selectProfileTexts,
  selectReport,
  selectTeam,
  selectTeamMemberIds,
  updateTextRemoval,
  worksTag,
} from '#server/scripts/scripts.public.ts'

type Hiding = { removedAt: Date | null; removalReason: string | null }

export async function listTexts(db: Db, { kind, state, author, page, limit }: ModeratedTextQuery) {
  const authorId = author ? ((await selectUserId(db, author)) ?? 0) : undefined
  const filter = { isHidden: state === 'hidden', authorId }
  const total = await selectModeratedCount(db, kind, filter, moderatedTextLimits.totalMax)
  const texts = await selectTexts[kind](db, filter, { limit, offset: (page - 1) * limit })
  return {
    texts: texts.map((text): ModeratedText => ({ ...ofNoScript, ...text, kind })),
    pagination: pagination(page, limit, total),
  }
}

const ofNoScript = { links: [], script: null, versionId: null }

type Select = (
  ...args: Parameters<typeof selectModeratedReports>
) => Promise<(Omit<ModeratedText, 'kind' | keyof typeof ofNoScript> & Partial<ModeratedText>)[]>

const selectTexts: Record<TextKind, Select> = {
  profile: async (...args) =>
    (await selectProfileTexts(...args)).map(({ profile, username, removedByName }) => ({
      id: profile.userId,
      user: { id: profile.userId, username },
      text: profile.text,
      links: profile.links.map(({ label, url }) => `${label}: ${url}`),
      at: profile.updatedAt.toISOString(),
      hidden: hiddenOf(profile, removedByName),
    })),
  collection: async (...args) =>
    (await selectModeratedCollections(...args)).map(({ collection, notes, username, removedByName }) => ({
      id: collection.id,
      user: { id: collection.userId, username },
      text: [collection.title, collection.text, ...notes].filter(Boolean).join('\n\n'),
      at: collection.updatedAt.toISOString(),
      hidden: hiddenOf(collection, removedByName),
    })),
  team: async (...args) =>
    (await selectModeratedTeams(...args)).map(({ team, name, image, removedByName }) => ({
      id: team.id,
      user: { id: team.id, username: name },
      text: [team.hiddenName ?? name, team.text].filter(Boolean).join('\n\n'),
      links: team.links.map(({ label, url }) => `${label}: ${url}`),
      image: avatarUrl(image),
      at: team.updatedAt.toISOString(),
      hidden: hiddenOf(team, removedByName),
    })),
  'works-report': async (...args) =>
    (await selectModeratedReports(...args)).map(({ report, username, script, removedByName }) => ({
      id: report.id,
      user: { id: report.userId, username },
      text: report.text,
      script: { id: report.scriptId, name: script },
      versionId: report.versionId,
      at: report.updatedAt.toISOString(),
      hidden: hiddenOf(report, removedByName),
    })),
}

function hiddenOf({ removedAt, removalReason }: Hiding, by: string | null): ModeratedText['hidden'] {
  return removedAt && { reason: removalReason ?? '', by, at: removedAt.toISOString() }
}

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
  const { userId, scriptId, versionId, names } = text
  invalidate(tx, userTag(userId), ...(scriptId === null ? [] : [worksTag(scriptId)]))
  if (target.kind === 'collection') invalidate(tx, ...collectionTags(target.id))
  const subject = { actorId: actor.id, scriptId, versionId, userId }
  const data = { text: target.kind, ...names }
  if (act.action === 'hide')
    await emitEvent(tx, { kind: 'text-hidden', ...subject, data: { ...data, reason: act.reason } }, now)
  else if (isNotified) await emitEvent(tx, { kind: 'text-restored', ...subject, data }, now)
  await recordActivity(tx, {
    ...actOver(actor, { id: userId }),
    action: isHiding ? 'Text Hidden' : 'Text Restored',
    description: `${actor.username} ${isHiding ? 'hid' : 'restored'} ${kindTexts[target.kind]}`,
    status: 'info',
    metadata: { kind: target.kind, id: target.id, reason: 'moderation' },
  })
}

const kindTexts: Record<TextKind, string> = {
  'works-report': 'a compatibility report',
  profile: 'the text of a profile',
  collection: 'a collection',
  team: 'a team',
}

type Text = {
  userId: number
  text: string
  removal: { at: Date; by: number | null; reason: string } | null
  /** For the writer. */
  names: { script: string | null; collection?: string; collectionId?: number }
  scriptId: number | null
  versionId: number | null
}

export async function findText(tx: Db, { kind, id }: TextKey): Promise<Text | undefined> {
  if (kind === 'profile') {
    const row = await selectProfileText(tx, id)
    return row && { ...withoutScript, userId: id, text: row.text, removal: removalOf(row) }
  }
  if (kind === 'team') {
    const row = await selectTeam(tx, id)
    const text = [row?.team.hiddenName, row?.team.text].filter(Boolean).join('\n\n')
    return row && { ...withoutScript, userId: id, text, removal: removalOf(row.team) }
  }
  if (kind === 'collection') {
    const row = await selectModeratedCollection(tx, id)
    if (!row) return undefined
    const text = [row.title, row.text].filter(Boolean).join('\n\n')
    const names = { script: null, collection: row.title, collectionId: id }
    return { ...withoutScript, names, userId: row.userId, text, removal: removalOf(row) }
  }
  const row = await selectReport(tx, id)
  const script = row && (await selectOwnership(tx, row.report.scriptId))
  if (!row || !script) return undefined
  const { userId, versionId, text } = row.report
  return {
    userId,
    text,
    removal: removalOf(row.report),
    names: { script: script.name },
    scriptId: script.id,
    versionId,
  }
}

const withoutScript = { names: { script: null }, scriptId: null, versionId: null }

function removalOf({ removedAt, removedBy, removalReason }: Hiding & { removedBy: number | null }) {
  return removedAt && { at: removedAt, by: removedBy, reason: removalReason ?? '' }
}

const hide = (tx: Db, app: App, { kind, id }: TextKey, removal: Parameters<typeof hideTeam>[3]) =>
  kind === 'team' ? hideTeam(tx, app, id, removal) : updateTextRemoval(tx, kind, id, removal)
const restore = (tx: Db, { kind, id }: TextKey) =>
  kind === 'team' ? restoreTeam(tx, id) : updateTextRemoval(tx, kind, id, null)

/** Those that still exist. */
export async function findReportedTexts(
  tx: Db,
  caseId: number,
): Promise<(TextKey & { isHidden: boolean })[]> {
  const texts = []
  for (const key of await selectReportedTexts(tx, caseId)) {
    const text = await findText(tx, key)
    if (text) texts.push({ ...key, isHidden: text.removal !== null })
  }
  return texts
}

/** A report that names a text is about its writer. */
export async function assertWrittenBy(tx: Db, userId: number, keys: readonly TextKey[]): Promise<void> {
  for (const key of keys)
    if ((await findText(tx, key))?.userId !== userId)
      throw invalid({ evidence: 'The reported user has no such text' })
}
