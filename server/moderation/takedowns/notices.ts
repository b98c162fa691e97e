import {
  type TakedownNotice,
  takedownLimits,
  type CounterNotice,
  type TakedownOfUploader,
} from '#contract/moderation/takedowns.ts'
import { takedownNumber } from '#contract/records/case-kinds.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, hour } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  recordActivity,
  insertMessage,
  openCase,
  reopenCase,
  selectCaseForUpdate,
} from '#server/records/records.public.ts'

import { assertPlainLinksAllowed } from '#server/scripts/scripts.public.ts'
import { mailClaimant } from './decide-takedown.ts'
import { createSecret, hashSecret, readOfUploader, selectOwnTakenDown } from './read-takedown.ts'
import { mailboxOf, scriptIdOf, caseIdOf } from './takedown.rules.ts'
import {
  insertNotice,
  lockMailbox,
  removeExpiredNotices,
  selectNamedScripts,
  selectNoticeCount,
  insertTakedownScripts,
  selectNoticeForUpdate,
  updateNoticeConfirmed,
  type StoredNotice,
  insertCounterNotice,
} from './takedowns.queries.ts'
import {
  confirmNoticeTexts,
  noticeReceivedTexts,
  counterNoticeTexts,
} from '#server/moderation/moderation.texts.ts'

const lifetime = 7 * day

/** To one mailbox, which may be that of another user. */
const noticesPerDay = 5

/** Stores a notice and mails the link that confirms its email address. Nothing else happens before. */
export async function sendNotice(app: App, notice: TakedownNotice): Promise<{ success: true }> {
  const { clock, config } = app
  const now = clock.now()
  const ids = [...new Set(notice.urls.map((url) => scriptIdOf(url, config.publicUrl) ?? 0))]
  return inTransaction(app.db, async (tx) => {
    const namedScripts = await selectNamedScripts(tx, ids)
    if (namedScripts.length < ids.length) throw invalid({ urls: missingText(app, notice, namedScripts) })
    await removeExpiredNotices(tx, now)
    const email = mailboxOf(notice.email)
    await lockMailbox(tx, email)
    if ((await selectNoticeCount(tx, email, after(now, -day))) >= noticesPerDay)
      throw conflict('Too many notices were sent with this email address today')
    const token = createSecret()
    const expiresAt = after(now, lifetime)
    const row = { tokenHash: hashSecret(token), email, notice, scriptIds: ids }
    await insertNotice(tx, { ...row, createdAt: now, expiresAt })
    // Without names: everyone can enter the address of another user here.
    const scripts = namedScripts.map(({ id }) => `${config.publicUrl}/scripts/${id}`).join(', ')
    const { linkLabel, ...texts } = confirmNoticeTexts(scripts)
    const link = { label: linkLabel, url: `${config.publicUrl}/takedown/confirm?token=${token}` }
    await mailClaimant(tx, app, notice, { ...texts, link, expiresAt })
    return { success: true }
  })
}

function missingText(
  { config }: App,
  { urls }: TakedownNotice,
  namedScripts: readonly { id: number }[],
): string {
  const known = new Set(namedScripts.map(({ id }) => id))
  const missing = urls.find((url) => !known.has(scriptIdOf(url, config.publicUrl) ?? 0))
  return `There is no script at ${missing ?? 'one of the URLs'}`
}

/** Opens the case of a notice. Its link works once. */
export async function confirmNotice(
  app: App,
  token: string,
): Promise<{ number: string; secret: string; dueAt: string }> {
  const now = app.clock.now()
  const dueAt = after(now, takedownLimits.dueHours * hour)
  const secret = createSecret()
  return inTransaction(app.db, async (tx) => {
    const stored = await selectNoticeForUpdate(tx, hashSecret(token))
    if (!stored) throw notFound('This link is not valid')
    if (stored.caseId !== null) throw conflict('This notice has already been confirmed')
    if (stored.expiresAt < now) throw notFound('This link has expired. Please send the notice again.')
    const caseId = await openTakedown(tx, stored, { secret, now, dueAt })
    const number = takedownNumber(caseId)
    const { linkLabel, ...texts } = noticeReceivedTexts(number)
    const link = { label: linkLabel, url: `${app.config.publicUrl}/takedown/${number}?secret=${secret}` }
    await mailClaimant(tx, app, stored.notice, { ...texts, link })
    return { number, secret, dueAt: dueAt.toISOString() }
  })
}

async function openTakedown(
  tx: Db,
  { id, notice, scriptIds }: StoredNotice,
  { secret, now, dueAt }: { secret: string; now: Date; dueAt: Date },
): Promise<number> {
  const { name, email, onBehalfOf, right, work, signature } = notice
  const namedScripts = await selectNamedScripts(tx, scriptIds)
  const [first] = namedScripts
  if (!first) throw conflict('The scripts were deleted in the meantime')
  const uploaders = new Set(namedScripts.map(({ userId }) => userId))
  const claimant = {
    name,
    email,
    isConfirmed: true,
    secretHash: hashSecret(secret),
    onBehalfOf,
    work,
    signature,
  }
  const caseId = await openCase(
    tx,
    {
      kind: 'takedown',
      reason: right,
      scriptId: first.id,
      userId: uploaders.size === 1 ? first.userId : null,
      title: namedScripts.length === 1 ? first.name : `${first.name} and ${namedScripts.length - 1} more`,
      text: `${work}\n\nThe rights belong to ${onBehalfOf}. Signed by ${signature}.`,
      claimant,
      dueAt,
    },
    now,
  )
  if (caseId === undefined) throw new Error('The case was not opened')
  await insertTakedownScripts(
    tx,
    // The sender sees this name: a hidden script can have been renamed since it was public.
    namedScripts.map(({ id: scriptId, userId, name: current, isPublic }) => ({
      caseId,
      scriptId,
      userId,
      name: isPublic ? current : `Script #${scriptId}`,
    })),
  )
  await updateNoticeConfirmed(tx, id, caseId)
  const scriptTexts = namedScripts.map((script) => `${script.name} (/scripts/${script.id})`).join(', ')
  const text = `${takedownNumber(caseId)}: ${name} <${email}> confirmed the notice. It is about ${scriptTexts}.`
  await insertMessage(tx, { caseId, authorId: null, from: 'system', audience: 'staff', text, createdAt: now })
  await recordActivity(tx, {
    type: 'system',
    action: 'Takedown Received',
    description: `The takedown notice ${takedownNumber(caseId)} was received`,
    status: 'warning',
    userId: null,
    targetId: first.id,
    targetType: 'script',
    metadata: { caseId, scriptIds: namedScripts.map((script) => script.id) },
  })
  return caseId
}

/** Opens the case again: staff restore the scripts or leave them hidden. Nothing is restored by itself. */
export async function sendCounterNotice(
  app: App,
  sender: Actor,
  number: string,
  notice: CounterNotice,
): Promise<TakedownOfUploader> {
  await withTransaction(app, sender, { allowBanned: true }, async ({ db: tx, actor, now }) => {
    const { scripts, canSend } = await readOfUploader(tx, actor, number)
    const caseId = caseIdOf(number)
    const row = await selectCaseForUpdate(tx, caseId)
    if (!row?.claimant) throw notFound('Notice not found')
    const isNew = await insertCounterNotice(tx, { caseId, userId: actor.id, notice, createdAt: now })
    if (!isNew) throw conflict('You have already sent a counter-notice')
    if (!canSend) throw conflict('These scripts are no longer taken down')
    const { settings, clock } = app
    const mailed = { name: notice.name, contact: notice.contact, explanation: notice.explanation }
    await assertPlainLinksAllowed({ db: tx, settings, clock }, actor, mailed)
    // The first of two counter-notices is due first.
    const restorable = after(now, takedownLimits.counterDays * day)
    const dueAt = row.state === 'open' && row.dueAt ? row.dueAt : restorable
    await reopenCase(tx, row, dueAt, now)
    const text = `Counter-notice of ${notice.name}, signed ${notice.signature}.\n\n${notice.explanation}\n\nContact: ${notice.contact}`
    await insertMessage(tx, {
      caseId,
      authorId: actor.id,
      from: 'author',
      audience: 'staff',
      text: cutText(text, 5_000),
      createdAt: now,
    })
    await recordActivity(tx, {
      type: 'system',
      action: 'Counter-notice Received',
      description: `${actor.username} sent a counter-notice to ${number}`,
      status: 'info',
      userId: actor.id,
      metadata: { caseId, scriptIds: scripts.map(({ id }) => id) },
    })
    const names = (await selectOwnTakenDown(tx, caseId, actor.id)).map(({ name }) => name).join(', ')
    await mailClaimant(tx, app, row.claimant, counterNoticeTexts(number, { ...notice, scripts: names }))
  })
  return readOfUploader(app.db, sender, number)
}
