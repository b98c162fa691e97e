import { type ModerationLog } from '#contract/moderation/cases.ts'
import { permissionOfCase } from '#contract/records/case-kinds.ts'
import {
  caseKinds,
  type CaseKind,
  type CaseQueue,
  type CaseQueueQuery,
  type CaseReason,
  type CaseRow,
  type OwnCases,
  appealReasons,
  type CaseDecision,
} from '#contract/moderation/case-schemas.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { invalid } from '#platform/errors.ts'
import { titleOfRule } from '#server/archives/archives.public.ts'
import { selectCaseCounts } from '#server/records/records.public.ts'
import { readSimilarityLines } from '#server/scripts/scripts.public.ts'

import { withOwnPart } from './case-access.ts'
import {
  selectCaseViews,
  selectUserId,
  type CaseView,
  selectDecidedSince,
  selectEarlierCount,
  selectLog,
} from './moderation.queries.ts'
import { claimHolder } from './moderation.rules.ts'
import {
  selectFilteredCount,
  selectFirstVersions,
  selectWorstFindings,
  type WorstFinding,
  selectOwnCaseCount,
  selectOwnCases,
  isListed,
  selectClaimedCount,
  selectListedCases,
  selectOldest,
  type Listed,
} from './queue.queries.ts'
import { caseScriptOf } from './read-case.ts'

/** The cases that the user may decide. */
export async function listCases(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  { kind, state, claimed, rule, author, page, limit }: CaseQueueQuery,
): Promise<CaseQueue> {
  if (rule !== undefined && state === 'closed')
    throw invalid({ rule: 'Only open cases can be filtered by rule' })
  const now = clock.now()
  const mine = decidedBy(actor)
  const kinds = kind === undefined ? mine.kinds : mine.kinds.filter((own) => own === kind)
  const listed: Listed = {
    ...mine,
    kinds,
    state,
    claimed: claimed === 'me' ? { by: actor.id } : claimed,
    rule,
    // No user has the id 0.
    userId: author === undefined ? undefined : ((await selectUserId(db, author)) ?? 0),
    now,
  }
  const counts = (await selectCaseCounts(db)).filter(
    (row) => mine.kinds.includes(row.kind) && !mine.reasonsLeftOut.includes(row.reason),
  )
  const isOpen = ({ outcome }: (typeof counts)[number]) => outcome === 'open'
  const isClosed = ({ outcome }: (typeof counts)[number]) => outcome !== 'open' && outcome !== 'ended'
  const inList = sumOf(
    counts.filter((row) => kinds.includes(row.kind) && (state === 'open' ? isOpen(row) : isClosed(row))),
  )
  const total = await totalOf()
  const offset = (page - 1) * limit
  const ids = offset < total ? await selectListedCases(db, listed, { limit, offset }) : []
  const openOf = (ofKind: CaseKind) => sumOf(counts.filter((row) => row.kind === ofKind && isOpen(row)))
  const oldest = await selectOldest(db, mine)
  const views = await selectCaseViews(db, ids)
  const versionIds = views.flatMap(({ row }) => row.versionId ?? [])
  const archives = views.flatMap(({ row }) => row.archiveSha256 ?? [])
  const lines = await readSimilarityLines(db, versionIds)
  const findings = await selectWorstFindings(db, archives)
  const first = await selectFirstVersions(db, versionIds)
  return {
    cases: views.map((view) => ({
      ...caseRowOf(actor, view, now, true),
      finding: findingOf(findings.get(view.row.archiveSha256 ?? '')),
      isFirstVersion: view.row.versionId === null ? null : first.has(view.row.versionId),
      similarity: lines.get(view.row.versionId ?? 0) ?? null,
    })),
    counts: {
      review: openOf('review'),
      report: openOf('report'),
      appeal: openOf('appeal'),
      takedown: openOf('takedown'),
    },
    oldestAt: oldest && oldest.toISOString(),
    pagination: pagination(page, limit, total),
  }

  async function totalOf(): Promise<number> {
    if (rule !== undefined || author !== undefined) return selectFilteredCount(db, isListed(listed))
    if (state === 'closed' || claimed === undefined) return claimed === undefined ? inList : 0
    if (claimed === 'me') return selectClaimedCount(db, listed, actor.id)
    return inList - (await selectClaimedCount(db, listed))
  }
}

const sumOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

function findingOf(finding: WorstFinding | undefined): CaseRow['finding'] {
  if (!finding) return null
  const { rule, path, line } = finding
  return { rule, title: titleOfRule(rule), path, line }
}

/** The kinds of cases that the user may decide, and the reasons of those that others decide. */
function decidedBy({ permissions }: Actor): { kinds: CaseKind[]; reasonsLeftOut: CaseReason[] } {
  const may = (kind: CaseKind, reason: CaseReason) => permissions.has(permissionOfCase({ kind, reason }))
  const reasonsLeftOut = appealReasons.filter((reason) => !may('appeal', reason))
  const kinds = caseKinds.filter((kind) =>
    kind === 'appeal' ? reasonsLeftOut.length < appealReasons.length : may(kind, 'other'),
  )
  return { kinds, reasonsLeftOut }
}

/** Cases that the user opened or that concern them. */
export async function listOwnCases(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  { page, limit }: { page: number; limit: number },
): Promise<OwnCases> {
  const total = await selectOwnCaseCount(db, actor.id)
  const offset = (page - 1) * limit
  const ids = offset < total ? await selectOwnCases(db, actor.id, { limit, offset }) : []
  const views = await selectCaseViews(db, ids)
  const now = clock.now()
  const stored = views.map(({ row }) => row)
  const rows = await withOwnPart(db, actor, stored, now)
  return {
    cases: views.map((view, index) =>
      caseRowOf(actor, { ...view, row: rows[index] ?? view.row }, now, false),
    ),
    pagination: pagination(page, limit, total),
  }
}

function caseRowOf(actor: Actor, view: CaseView, now: Date, isStaff: boolean): CaseRow {
  const { row, script, number, severity } = view
  const isReporter = row.kind === 'report' && row.openedBy === actor.id
  const isClaimed = isStaff && claimHolder(row, now) !== null
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    script: caseScriptOf(actor, script),
    user: view.user,
    number,
    reason: row.reason,
    reportCount: isReporter ? 1 : row.reportCount,
    severity,
    finding: null,
    isFirstVersion: null,
    similarity: null,
    claimedBy: isClaimed ? view.claimedBy : null,
    claimedUntil: isClaimed && row.claimedUntil ? row.claimedUntil.toISOString() : null,
    dueAt: row.dueAt && row.dueAt.toISOString(),
    decision: row.decision,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Without names of users: a script is named only while it is public. `scriptIds` are those of all entries. */
export async function readLog(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { decision, page, limit }: { decision?: CaseDecision | undefined; page: number; limit: number },
): Promise<{ log: ModerationLog; scriptIds: number[] }> {
  const counts = await selectCaseCounts(db)
  const decided = counts.filter(({ outcome }) =>
    decision ? outcome === decision : outcome !== 'open' && outcome !== 'ended',
  )
  const total = sumOf(decided) + (await selectEarlierCount(db, decision))
  const offset = (page - 1) * limit
  const rows = offset < total ? await selectLog(db, decision, { limit, offset }) : []
  const log = {
    entries: rows.flatMap(({ id, at, kind, decision: outcome, reason, note, script }) =>
      at && outcome
        ? {
            id,
            at: at.toISOString(),
            kind,
            decision: outcome,
            reason,
            script: script?.publication === 'published' ? { id: script.id, name: script.name } : null,
            note: reason === 'personal-data' ? null : note || null,
          }
        : [],
    ),
    month: await readMonth({ db, clock }),
    pagination: pagination(page, limit, total),
  }
  return { log, scriptIds: rows.flatMap(({ scriptId }) => scriptId ?? []) }
}

async function readMonth({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<ModerationLog['month']> {
  const { counts, medianHours } = await selectDecidedSince(db, after(clock.now(), -30 * day))
  const sum = (isCounted: (row: (typeof counts)[number]) => boolean) => sumOf(counts.filter(isCounted))
  return {
    reviews: sum(({ kind }) => kind === 'review'),
    reports: sum(({ kind }) => kind === 'report'),
    dismissed: sum(({ decision }) => decision === 'dismissed'),
    appeals: sum(({ kind }) => kind === 'appeal'),
    granted: sum(({ decision }) => decision === 'granted'),
    takedowns: sum(({ kind }) => kind === 'takedown'),
    medianHours: medianHours === null ? null : Math.round(medianHours * 10) / 10,
  }
}
