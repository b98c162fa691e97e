import { pagination } from '#contract/platform/fields.ts'
import { frameworks, type Framework } from '#contract/scripts/script-limits.ts'
import {
  worksLimits,
  type OwnWorksReport,
  type WorksReport,
  type WorksReportDraft,
  type WorksAnswerDraft,
  type WorksReports,
} from '#contract/scripts/works-reports.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, hour } from '#platform/clock.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound, invalid } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'
import { findOwnership } from '#server/scripts/script-detail.queries.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { worksTag } from '#server/scripts/script-tags.ts'
import { isAuthor, isMaintainer, maySeeScript } from '#server/scripts/scripts.rules.ts'
import { findVersion } from '#server/scripts/versions/read-version.ts'
import type { VersionRow } from '#server/scripts/versions/versions.queries.ts'

import {
  deleteReport,
  selectFirstDownload,
  selectReport,
  selectReportForUpdate,
  selectReportOfUser,
  upsertReport,
  selectLaterVersion,
  updateAnswer,
  selectListedVersion,
  selectOtherVersions,
  selectReports,
  selectTable,
  selectTotals,
  type WorksReportRow,
} from './works-reports.queries.ts'

const removedMessage = 'A moderator hid your report on this version'

/** The rejection of a report that this user cannot write now. */
async function findBlock(db: Db, actor: Actor, row: VersionRow, now: Date) {
  const { version, script } = row
  if (isAuthor(actor, script)) return forbidden('You cannot report on your own script')
  if (version.publishedAt === null || version.withdrawnAt !== null)
    return conflict('This version is not published')
  const downloadedAt = await selectFirstDownload(db, actor.id, version.id)
  if (!downloadedAt) return forbidden('Only members who downloaded this version can say how it works')
  const from = after(downloadedAt, worksLimits.hoursAfterDownload * hour)
  if (from > now)
    return forbidden(
      'You downloaded this version less than a day ago. Try it first, then report how it works.',
    )
  return undefined
}

export async function readOwnReport(
  { db, clock }: App,
  actor: Actor,
  versionId: number,
): Promise<OwnWorksReport> {
  const row = await findVersion(db, actor, versionId)
  const block = await findBlock(db, actor, row, clock.now())
  const own = await selectReportOfUser(db, versionId, actor.id)
  const isRemoved = own?.report.removedAt != null
  return {
    report: own ? serializeWorksReport(own) : null,
    removal: isRemoved ? (own.report.removalReason ?? '') : null,
    blockedBy: isRemoved ? removedMessage : (block?.message ?? null),
  }
}

export async function reportWorks(
  app: App,
  sender: Actor,
  versionId: number,
  draft: WorksReportDraft,
): Promise<WorksReport> {
  await assertLinksAllowed(app, sender, { text: draft.text })
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const row = await findVersion(tx, actor, versionId)
    const block = await findBlock(tx, actor, row, now)
    if (block) throw block
    const before = await selectReportOfUser(tx, versionId, actor.id)
    const { script, version } = row
    const id = await upsertReport(tx, { versionId, scriptId: version.scriptId, userId: actor.id }, draft, now)
    if (id === undefined) throw conflict(removedMessage)
    invalidate(tx, worksTag(version.scriptId))
    const { outcome } = draft
    if (outcome !== 'works' && before?.report.outcome !== outcome) {
      const data = { script: script.name, number: version.number, outcome }
      const subject = { actorId: actor.id, scriptId: version.scriptId, versionId }
      await emitEvent(tx, { kind: 'works-reported', ...subject, data }, now)
    }
    return readReport(tx, id)
  })
}

export async function removeOwnReport(app: App, sender: Actor, versionId: number): Promise<void> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const own = await selectReportOfUser(tx, versionId, actor.id)
    const row = own && (await selectReportForUpdate(tx, own.report.id))
    if (!row) return
    // Otherwise a removed report could be written again.
    if (row.report.removedAt !== null) throw conflict(removedMessage)
    await deleteReport(tx, row.report.id)
    invalidate(tx, worksTag(row.report.scriptId))
  })
}

async function readReport(tx: Db, id: number): Promise<WorksReport> {
  const row = await selectReport(tx, id)
  if (!row) throw notFound('Report not found')
  return serializeWorksReport(row)
}

/** One answer, so that a report is no conversation. The writer of the report is notified. */
export async function answerWorksReport(
  app: App,
  sender: Actor,
  id: number,
  draft: WorksAnswerDraft,
): Promise<WorksReport> {
  await assertLinksAllowed(app, sender, { text: draft.text })
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const row = await selectReportForUpdate(tx, id)
    const script = row && (await selectOwnership(tx, row.report.scriptId))
    if (!row || !script || row.report.removedAt !== null || !maySeeScript(actor, script))
      throw notFound('Report not found')
    if (!isMaintainer(actor, script))
      throw forbidden('Only the owner and the maintainers can answer a report')
    const { versionId, userId, answer } = row.report
    if (answer !== null) throw conflict('You have already answered this report')
    const { text, fixedIn } = draft
    const fix = fixedIn === null ? undefined : await selectLaterVersion(tx, script.id, versionId, fixedIn)
    if (fixedIn !== null && !fix) throw invalid({ fixedIn: 'There is no later version with this number' })
    await updateAnswer(tx, id, draft, actor.id, now)
    invalidate(tx, worksTag(script.id))
    const data = { script: script.name, number: row.number, author: actor.username, text, fixedIn }
    const subject = { actorId: actor.id, scriptId: script.id, versionId: fix?.id ?? versionId, userId }
    await emitEvent(tx, { kind: 'works-answered', ...subject, data }, now)
    return readReport(tx, id)
  })
}

type Query = { page: number; limit: number; version?: number | undefined }

export async function listWorksReports(
  db: Db,
  actor: Actor | null,
  scriptId: number,
  { page, limit, version: versionId }: Query,
): Promise<WorksReports> {
  await findOwnership(db, actor, scriptId)
  const version = await selectListedVersion(db, scriptId, versionId)
  if (!version && versionId !== undefined) throw notFound('Version not found')
  if (!version) {
    const counts = { works: 0, problems: 0, fails: 0 }
    const nothing = { table: [], reports: [], otherVersions: [] }
    return { version: null, counts, ...nothing, pagination: pagination(page, limit, 0) }
  }
  const counts = await selectTotals(db, version.id)
  const rows = await selectTable(db, version.id)
  const reports = await selectReports(db, version.id, { limit, offset: (page - 1) * limit })
  return {
    version,
    counts,
    table: rows.map(({ framework, build, ...row }) => ({
      framework: frameworkOf(framework),
      build: build === 0 ? null : build,
      ...row,
    })),
    reports: reports.map(serializeWorksReport),
    pagination: pagination(page, limit, counts.works + counts.problems + counts.fails),
    otherVersions: await selectOtherVersions(db, scriptId, version.id),
  }
}

function frameworkOf(text: string): Framework | null {
  return frameworks.find((framework) => framework === text) ?? null
}

function serializeWorksReport({ report, number, username, answeredByName }: WorksReportRow): WorksReport {
  const { id, versionId, userId, outcome, framework, build, text, createdAt, updatedAt } = report
  const { answer, fixedIn, answeredAt } = report
  return {
    id,
    version: { id: versionId, number },
    user: { id: userId, username },
    outcome,
    framework,
    build,
    text,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer:
      answer === null || answeredAt === null
        ? null
        : { text: answer, username: answeredByName ?? 'deleted user', fixedIn, at: answeredAt.toISOString() },
  }
}
