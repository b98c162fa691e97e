import { caseLimits, type Case, type CaseDraft } from '#contract/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { badRequest, conflict, forbidden, invalid, notFound } from '#platform/errors.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { openCase, selectDismissedReports, selectReportCount } from '#server/cases/cases.public.ts'
import { emitEvent } from '#server/events/events.public.ts'
import { maySeeScript, selectOwnership, selectVersionStates } from '#server/scripts/scripts.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'
import { newAccountUntil } from '#server/site-settings/site-settings.public.ts'
import { findVersion } from '#server/versions/versions.public.ts'

import { selectUsername } from './moderation.queries.ts'
import { readCase } from './read-case.ts'

type ReportDraft = Extract<CaseDraft, { kind: 'report' }>

/** The author is notified and can respond; nothing else happens before a decision. */
export async function openReport(app: App, actor: Actor, draft: ReportDraft): Promise<Case> {
  const now = app.clock.now()
  const id = await inTransaction(app.db, async (tx) => {
    await requireSession(tx, actor.sessionHash, now)
    const subject = await findSubject(tx, actor, draft)
    if (subject.userId === actor.id) throw badRequest('You cannot report yourself or your own script')
    await assertMayReport({ ...app, db: tx }, actor, now)
    const { reason, text, evidence } = draft
    const report = { kind: 'report' as const, reason, text, evidence, openedBy: actor.id }
    const caseId = await openCase(tx, { ...report, ...subject }, now)
    if (caseId === undefined) throw conflict('You have already reported this')
    const { scriptId, versionId, userId, title } = subject
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
    const data = { caseId, title: scriptId === null ? null : title, reason }
    // Without the actor: the author does not learn who reported.
    const event = { actorId: null, scriptId, versionId, caseId, userId }
    await emitEvent(tx, { kind: 'case-opened', ...event, data }, now)
    return caseId
  })
  return readCase(app, actor, id)
}

type Subject = {
  scriptId: number | null
  versionId: number | null
  archiveSha256: string | null
  userId: number
  title: string
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
    const { version, script } = await findVersion(tx, actor, versionId)
    const { scriptId: ofScript, sha256 } = version
    return { scriptId: ofScript, versionId, archiveSha256: sha256, userId: script.userId, title: script.name }
  }
  const script = await selectOwnership(tx, scriptId ?? 0)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  const current = (await selectVersionStates(tx, script.id)).find(({ isCurrent }) => isCurrent)
  return {
    scriptId: script.id,
    versionId: current?.id ?? null,
    archiveSha256: current?.sha256 ?? null,
    userId: script.userId,
    title: script.name,
  }
}

const dismissedWithin = 30 * day
const pause = 7 * day

/** Everything that limits who may report. */
async function assertMayReport(app: App, actor: Actor, now: Date): Promise<void> {
  await assertBelowLimit(app, actor, now)
  const since = after(now, -dismissedWithin)
  const dismissed = await selectDismissedReports(app.db, actor.id, since, caseLimits.dismissedMax)
  const [latest] = dismissed
  if (!latest || dismissed.length < caseLimits.dismissedMax) return
  const until = after(latest, pause)
  if (until > now)
    throw forbidden(`Your last reports were dismissed. You can report again on ${dateText(until)}`)
}

async function assertBelowLimit(app: App, actor: Actor, now: Date): Promise<void> {
  const { newReportsPerDay: max } = app.settings
  if (!(await newAccountUntil(app, actor))) return
  if ((await selectReportCount(app.db, actor.id, after(now, -day))) >= max)
    throw forbidden(
      max === 0 ? 'New accounts cannot report yet' : `New accounts can report ${max} times a day`,
    )
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 22 Nov 2026. */
function dateText(date: Date): string {
  return dates.format(date)
}
