import { z } from 'zod/mini'

import type { Severity } from '#contract/archives/analysis.ts'
import { reasonTexts } from '#contract/moderation/cases.texts.ts'
import { reviewReasons } from '#contract/records/case-kinds.ts'
import type { ReviewMode } from '#contract/site/settings.ts'
import type { App } from '#platform/app.ts'
import { batchesById } from '#platform/concurrency.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { readPermissions } from '#server/access/access.public.ts'
import {
  analysisTag,
  applyAnalysisJob,
  selectAnalysis,
  describeFailure,
  selectBlockOf,
  selectFindings,
  titleOfRule,
  type AnalysisDetail,
  unreadRules,
} from '#server/archives/archives.public.ts'
import {
  closeReviewOf,
  emitEvent,
  openCase,
  selectCaseCounts,
  selectLastReview,
} from '#server/records/records.public.ts'
import { selectScriptForUpdate, type ScriptRow } from '#server/scripts/script-rows.queries.ts'
import {
  replaceScriptResources,
  selectScriptsWithArchive,
  updateVersion,
} from '#server/scripts/version-rows.queries.ts'
import { writeAttributes } from '#server/scripts/write-attributes.ts'

import { publishVersion } from './decide-version.ts'
import { isCopy } from './find-similar.ts'
import { selectBlockOfVersion, type Block } from './hold-back.ts'
import { updateCurrent } from './update-current.ts'
import { updateChanges } from './version-changes.ts'
import { selectVersionsWithArchive } from './version-changes.queries.ts'
import { emitDecision, idsOf, namesOf } from './version-events.ts'
import { selectVersion, selectVersionsToReview, type VersionRow } from './versions.queries.ts'

const batchSize = 100
const namesMax = 200

const Payload = z.object({ sha256: z.string(), scriptId: z.optional(z.int()) })

/**
 * Writes what depends on an analysis: whether versions are published, attributes and the names of the resources of the scripts with this archive, and
 * what the versions with it change. With `scriptId` only for that script: an archive of a thousand scripts must not be
 * applied to all of them for each new one.
 */
export const applyAnalysis: Job = {
  name: applyAnalysisJob,
  async run(app, payload) {
    const { db } = app
    const { sha256, scriptId } = Payload.parse(payload)
    const analysis = await selectAnalysis(db, sha256)
    if (analysis) await reviewVersions(app, analysis, scriptId)
    const isDone = analysis?.state === 'done'
    const provided = (analysis?.resources ?? []).flatMap(({ name, provides }) => [name, ...provides])
    const names = [...new Set(provided)].filter((name) => name !== '').slice(0, namesMax)
    const archive = { sha256, scriptId }
    const selectScripts = (after: number) =>
      selectScriptsWithArchive(db, archive, { after, limit: batchSize })
    for await (const ids of batchesById(selectScripts))
      for (const id of ids)
        await inTransaction(db, async (tx) => {
          if (isDone) await replaceScriptResources(tx, id, names)
          await writeAttributes(tx, [id])
          invalidate(tx, analysisTag(sha256))
        })
    if (!isDone) return
    const selectVersions = (after: number) =>
      selectVersionsWithArchive(db, archive, { after, limit: batchSize })
    for await (const ids of batchesById(selectVersions)) for (const id of ids) await updateChanges(app, id)
  },
}

/** After the analysis of an archive its versions, or those of one script, are published or wait for a moderator. */
async function reviewVersions(
  app: App,
  analysis: AnalysisDetail,
  scriptId: number | undefined,
): Promise<void> {
  const { sha256, state } = analysis
  if (state !== 'done' && state !== 'failed') return
  const isBlocked = (await selectBlockOf(app.db, analysis)) !== undefined
  const archive = { sha256, scriptId, withPublished: isBlocked }
  const select = (after: number) => selectVersionsToReview(app.db, archive, { after, limit: batchSize })
  for await (const ids of batchesById(select))
    for (const versionId of ids)
      await inTransaction(app.db, (tx) => reviewVersion(tx, app, versionId, analysis))
}

async function reviewVersion(tx: Db, app: App, versionId: number, analysis: AnalysisDetail): Promise<void> {
  const now = app.clock.now()
  const scriptId = (await selectVersion(tx, versionId))?.version.scriptId
  const script = scriptId === undefined ? undefined : await selectScriptForUpdate(tx, scriptId)
  const row = await selectVersion(tx, versionId)
  if (!script || !row || row.version.withdrawnAt) return
  const block = await selectBlockOfVersion(tx, row)
  if (!block && row.version.publishedBeforeBlock) return await releaseVersion(tx, row, script, now)
  // A hidden script waits for what was decided about it.
  if (row.reviewId !== null || script.publication === 'removed') return
  const uploader = row.version.createdBy ?? script.userId
  const permissions = await readPermissions(tx, uploader, now)
  const newReason = reviewReason(app.settings.reviewMode, {
    isBlocked: block !== undefined,
    isFailed: analysis.state === 'failed' || unreadRules.has((await selectWorst(tx, analysis))?.rule ?? ''),
    severity: analysis.severity,
    isCopy: await isCopy(tx, row.version, script.userId),
    isTrusted: permissions.has('scripts.trusted') || permissions.has('admin.scripts.moderate'),
  })
  const { publishedAt } = row.version
  const isPublished = publishedAt !== null
  const waits = newReason
    ? { reason: newReason, words: await inWords(tx, newReason, analysis, block) }
    : isPublished
      ? undefined
      : await readEarlierReview(tx, versionId)
  if (waits === undefined) {
    if (!isPublished) await publishVersion(tx, null, script, versionId, now)
    return
  }
  // A version that was published before stays public, unless it or a file in it was taken down since.
  if (isPublished && waits.reason !== 'blocklisted-file') return
  if (isPublished) {
    await updateVersion(tx, versionId, { publishedAt: null, publishedBeforeBlock: publishedAt })
    await updateCurrent(tx, script)
  }
  const wasPublic = isPublished || row.version.publishedBeforeBlock !== null
  await openReview(tx, row, { ...waits, uploader, wasPublic }, now)
}

/** The entry that held the version back is gone: it is public as before. */
async function releaseVersion(tx: Db, row: VersionRow, script: ScriptRow, now: Date): Promise<void> {
  const { id, publishedBeforeBlock } = row.version
  await updateVersion(tx, id, { publishedAt: publishedBeforeBlock, publishedBeforeBlock: null })
  const caseId = await closeReviewOf(tx, id, {}, now)
  await updateCurrent(tx, script)
  const released = { decision: 'published' as const, response: 'It is no longer on the blocklist.', caseId }
  await emitDecision(tx, null, row, released, now)
}

/** A version that waited once and was not approved waits again, whatever has changed meanwhile. */
async function readEarlierReview(
  tx: Db,
  versionId: number,
): Promise<{ reason: ReviewReason; words: string } | undefined> {
  const review = await selectLastReview(tx, versionId)
  const reason = reviewReasons.find((each) => each === review?.reason)
  return review && reason && review.decision !== 'published' ? { reason, words: review.text } : undefined
}

async function openReview(
  tx: Db,
  row: VersionRow,
  {
    reason,
    uploader,
    words,
    wasPublic,
  }: { reason: ReviewReason; uploader: number; words: string; wasPublic: boolean },
  now: Date,
): Promise<void> {
  const { id: versionId, scriptId, sha256 } = row.version
  const { userId, name: title } = row.script
  const subject = { scriptId, versionId, archiveSha256: sha256, userId, title }
  const openedBy = uploader === userId ? null : uploader
  const caseId = await openCase(tx, { kind: 'review', reason, text: words, ...subject, openedBy }, now)
  if (caseId === undefined) return
  const waiting = (await selectCaseCounts(tx)).filter(
    ({ kind, outcome }) => kind === 'review' && outcome === 'open',
  )
  const position = waiting.reduce((sum, { count }) => sum + count, 0)
  const data = { ...namesOf(row), reason: words, position, wasPublic }
  await emitEvent(tx, { kind: 'version-waiting', ...idsOf(null, row), caseId, data }, now)
}

async function inWords(
  tx: Db,
  reason: ReviewReason,
  analysis: AnalysisDetail,
  block: Block | undefined,
): Promise<string> {
  const text = block?.kind === 'archive' ? 'its archive is on the blocklist' : reasonTexts[reason]
  return [text, await detailOf()].filter(Boolean).join(' ')

  async function detailOf(): Promise<string> {
    if (reason === 'failed' && analysis.failure) return `(${describeFailure(analysis.failure)})`
    if (reason === 'blocklisted-file') return block?.caseId ? `(case #${block.caseId})` : ''
    if (reason === 'all' || reason === 'copied-archive') return ''
    const finding = await selectWorst(tx, analysis)
    if (!finding) return ''
    const place = finding.line === null ? finding.path : `${finding.path}:${finding.line}`
    return `(${titleOfRule(finding.rule)}, ${place})`
  }
}

/** The finding for which the version waits. */
async function selectWorst(tx: Db, { id }: AnalysisDetail) {
  const findings = (await selectFindings(tx, id)).filter(({ verdict }) => verdict?.verdict !== 'accepted')
  return (
    findings.find(({ severity }) => severity === 'high') ?? findings.find(({ rule }) => unreadRules.has(rule))
  )
}

type ReviewReason = (typeof reviewReasons)[number]

type Analysed = {
  /** The archive or a file in it is on the blocklist. */
  isBlocked: boolean
  isFailed: boolean
  severity: Severity | null
  /** A script of another author had the same archive or code before. */
  isCopy: boolean
  /** The uploader may publish without review. */
  isTrusted: boolean
}

/** Why a version waits for a moderator after its analysis; undefined when it is published. */
function reviewReason(
  mode: ReviewMode,
  { isBlocked, isFailed, severity, isCopy: isCopied, isTrusted }: Analysed,
): ReviewReason | undefined {
  if (isBlocked) return 'blocklisted-file'
  if (mode === 'off') return undefined
  if (isFailed) return 'failed'
  if (severity === 'high') return 'high-finding'
  if (isCopied) return 'copied-archive'
  return mode === 'all' && !isTrusted ? 'all' : undefined
}
