import type { CaseDraft } from '#contract/moderation/case-drafts.ts'
import { caseLimits } from '#contract/moderation/case-schemas.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, hour, second, dateText } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { badRequest, conflict, invalid, notFound, forbidden, tooMany } from '#platform/errors.ts'
import { newAccountUntil, selectUsername } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  recordActivity,
  fileReport,
  lockReporter,
  emitEvent,
  selectDismissals,
  selectReportTimes,
} from '#server/records/records.public.ts'
import {
  assertPlainLinksAllowed,
  isAuthor,
  maySeeScript,
  selectOwnership,
  selectVersionStates,
  findVersion,
  selectVersion,
  selectTeamRole,
} from '#server/scripts/scripts.public.ts'

import { selectAuthors } from './case-access.ts'
import { assertWrittenBy } from './texts/moderated-texts.ts'

const dismissedWithin = 30 * day

const pause = 7 * day

type Reading = Pick<App, 'db' | 'settings' | 'clock'>

/** Characters of a report in the email to the author; the case has the whole text. */
const mailedMax = 1_000

type ReportDraft = Extract<CaseDraft, { kind: 'report' }>

/** The author is notified of the first report and can respond; nothing else happens before a decision. */
export async function openReport(app: App, sender: Actor, draft: ReportDraft): Promise<number> {
  const { settings, clock } = app
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const subject = await findSubject(tx, actor, draft)
    const isOwn = subject.script
      ? isAuthor(actor, subject.script)
      : subject.userId === actor.id || (await selectTeamRole(tx, subject.userId, actor.id)) !== null
    if (isOwn) throw badRequest('You cannot report yourself or your own script')
    await lockReporter(tx, actor.id)
    await assertMayReport({ db: tx, settings, clock }, actor, now)
    const { reason, text, evidence } = draft
    // The text is mailed to the author.
    await assertPlainLinksAllowed({ db: tx, settings, clock }, actor, { text })
    const texts = evidence.flatMap((each) => ('url' in each && each.text ? [each.text] : []))
    await assertWrittenBy(tx, subject.userId, texts)
    const { scriptId, versionId, archiveSha256, userId, title } = subject
    const filed = await fileReport(
      tx,
      { scriptId, versionId, archiveSha256, userId, title, reason, text, evidence, openedBy: actor.id },
      now,
    )
    if (!filed) throw conflict('You have already reported this')
    const { caseId, isFirst } = filed
    await recordActivity(tx, {
      type: 'user',
      action: 'Report Filed',
      description: `${actor.username} filed report #${caseId}`,
      status: 'info',
      userId: actor.id,
      ...(scriptId === null
        ? { targetId: userId, targetType: 'user' }
        : { targetId: scriptId, targetType: 'script' }),
      metadata: { caseId, reason },
    })
    const data = {
      caseId,
      title: scriptId === null ? null : title,
      reason,
      text: cutText(text, mailedMax),
    }
    // Without the actor: the author does not learn who reported.
    const subjectOfEvent = { actorId: null, scriptId, versionId, caseId }
    for (const authorId of isFirst ? await selectAuthors(tx, { kind: 'report', userId, scriptId }) : [])
      await emitEvent(tx, { kind: 'case-opened', ...subjectOfEvent, userId: authorId, data }, now)
    return caseId
  })
}

type Subject = {
  scriptId: number | null
  versionId: number | null
  archiveSha256: string | null
  userId: number
  title: string
  script?: Parameters<typeof isAuthor>[1]
}

async function findSubject(
  tx: Db,
  actor: Actor,
  { scriptId, versionId, userId }: ReportDraft,
): Promise<Subject> {
  if ([scriptId, versionId, userId].filter((id) => id !== undefined).length !== 1)
    throw invalid({ scriptId: 'A report names a script, a version or a user' })
  if (userId !== undefined) {
    const username = await selectUsername(tx, userId)
    if (username === undefined) throw notFound('User not found')
    return { scriptId: null, versionId: null, archiveSha256: null, userId, title: username }
  }
  if (versionId !== undefined) {
    const hidden = await selectVersion(tx, versionId)
    if (hidden) await assertNotHidden(tx, hidden.version.scriptId)
    const { version, script } = await findVersion(tx, actor, versionId)
    const { scriptId: ofScript, sha256 } = version
    const { userId: ownerId, name } = script
    return { scriptId: ofScript, versionId, archiveSha256: sha256, userId: ownerId, title: name, script }
  }
  await assertNotHidden(tx, scriptId ?? 0)
  const script = await selectOwnership(tx, scriptId ?? 0)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  const current = (await selectVersionStates(tx, script.id)).find(({ isCurrent }) => isCurrent)
  return {
    scriptId: script.id,
    versionId: current?.id ?? null,
    archiveSha256: current?.sha256 ?? null,
    userId: script.userId,
    title: script.name,
    script,
  }
}

/** A script that was never public is not known to the reporter. */
async function assertNotHidden(tx: Db, scriptId: number): Promise<void> {
  const script = await selectOwnership(tx, scriptId)
  if (script?.publication !== 'removed') return
  const versions = await selectVersionStates(tx, scriptId)
  if (versions.some(({ isPublished }) => isPublished))
    throw conflict('This script is already hidden, so you don’t need to report it')
}

/** Everything that limits who may report. The reporter is locked: reports at the same time are counted one by one. */
async function assertMayReport(app: Reading, actor: Actor, now: Date): Promise<void> {
  await assertBelowDailyLimit(app, actor, now)
  await assertBelowHourlyLimit(app, actor, now)
  const since = after(now, -dismissedWithin)
  const dismissed = await selectDismissals(app.db, actor.id, since, caseLimits.dismissedMax)
  const [latest] = dismissed
  if (!latest || dismissed.length < caseLimits.dismissedMax) return
  const until = after(latest, pause)
  if (until > now)
    throw forbidden(`Your last reports were dismissed. You can report again on ${dateText(until)}`)
}

/** For new accounts. */
async function assertBelowDailyLimit(app: Reading, actor: Actor, now: Date): Promise<void> {
  const { newReportsPerDay: max } = app.settings
  if (!(await newAccountUntil(app, actor))) return
  if (max === 0) throw forbidden('New accounts cannot report yet')
  const times = await selectReportTimes(app.db, actor.id, after(now, -day), max)
  if (times.length === max) throw forbidden(`New accounts can report ${max} times a day`)
}

/** For all accounts but those of moderators. */
async function assertBelowHourlyLimit({ db }: Reading, actor: Actor, now: Date): Promise<void> {
  if (actor.permissions.has('admin.scripts.moderate')) return
  const max = caseLimits.reportsPerHour
  const times = await selectReportTimes(db, actor.id, after(now, -hour), max)
  const earliest = times.at(-1)
  if (!earliest || times.length < max) return
  const wait = Math.ceil((after(earliest, hour).getTime() - now.getTime()) / second)
  throw tooMany(`You can report ${max} times an hour.`, wait)
}
