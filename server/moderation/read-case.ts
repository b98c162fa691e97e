import {
  type Case,
  caseLimits,
  type CaseMessagePage,
  type CaseReport,
  type CaseReportPage,
} from '#contract/moderation/case-schemas.ts'
import { permissionOfCase } from '#contract/records/case-kinds.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { selectActiveBan, selectActiveGroups, selectUsernames } from '#server/access/access.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'
import {
  selectCase,
  selectCaseCounts,
  selectHasDirectMessages,
  selectQueuePosition,
  type StoredCase,
  selectMessages,
  selectReportCounts,
  selectReports,
} from '#server/records/records.public.ts'
import { maySeeScript, findVersionSummary } from '#server/scripts/scripts.public.ts'

import { findAppealable } from './appeals.ts'
import { withOwnPart, withUploader, findCase } from './case-access.ts'
import { findAnswer } from './decide-report.ts'
import {
  selectCaseViews,
  selectIsAppealed,
  selectOthers,
  selectTypicalMinutes,
  type CaseView,
  selectVersionNumbers,
} from './moderation.queries.ts'
import { blockedReason, claimHolder, roleIn, partsIn, type Role } from './moderation.rules.ts'
import { selectUserRecord } from './queue.queries.ts'
import { readNoticeScripts } from './takedowns/read-takedown.ts'
import { findReportedTexts } from './texts/moderated-texts.ts'

/** A position behind more cases is not counted. */
const positionMax = 1000

/** A case for staff and its parties; for everyone else it does not exist. */
export async function readCase(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<Case> {
  const now = clock.now()
  const [view] = await selectCaseViews(db, [id])
  const [row] = view ? await withOwnPart(db, actor, [view.row], now) : []
  const role = row && roleIn(actor, row)
  if (!view || !role) throw notFound('Case not found')
  const { script } = view
  const isStaff = role === 'staff'
  // The call is allowed for banned users, who are only parties.
  if (isStaff) await requireSession(db, actor.sessionHash, now, permissionOfCase(row))
  const isOpen = row.state === 'open'
  const holder = claimHolder(row, now)
  const noticeScripts = row.kind === 'takedown' ? await readNoticeScripts(db, row.id) : []
  const blockedBy = blockedReason(actor, await withUploader(db, actor, row))
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    script: caseScriptOf(actor, script),
    noticeScripts,
    version: row.versionId === null ? null : await findVersionSummary(db, actor, row.versionId),
    user: view.user,
    parent: await parentOf(db, row),
    reason: row.reason,
    text: row.text,
    evidence: row.evidence,
    openedBy: role === 'author' ? null : role === 'opener' ? actor.username : view.openedBy,
    reports: await readReports(db, row, role),
    reportCount: role === 'opener' ? 1 : row.reportCount,
    position: isOpen && row.kind === 'review' ? await readPosition(db, row) : null,
    claimedBy: isStaff && holder !== null ? view.claimedBy : null,
    claimedUntil: isStaff && holder !== null ? (row.claimedUntil?.toISOString() ?? null) : null,
    isClaimedByMe: holder === actor.id,
    dueAt: row.dueAt && row.dueAt.toISOString(),
    decision: row.decision,
    response: row.response,
    decidedAt: row.decidedAt && row.decidedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    ...(await readMessages(db, actor, row, role)),
    role,
    canMessage: isOpen,
    hasDirectMessages: isOpen && row.kind === 'report' && (await selectHasDirectMessages(db, row.id)),
    canAppeal: role !== 'staff' && (await mayAppeal(db, actor, row, now)),
    canDecide: isStaff && isOpen && blockedBy === undefined && (holder === null || holder === actor.id),
    canRestore:
      isStaff && !isOpen && blockedBy === undefined && noticeScripts.some(({ isTakenDown }) => isTakenDown),
    answeredBy: isStaff && isOpen ? ((await findAnswer({ db, row, script, now })) ?? null) : null,
    reportedTexts: isStaff && isOpen ? (await findReportedTexts(db, row.id)).length : null,
    blockedBy: isOpen && holdsPermission(actor, row) ? (blockedBy ?? null) : null,
    others: isStaff ? await selectOthers(db, row) : null,
    userRecord: isStaff ? await readUserRecord(db, row, now) : null,
  }
}

async function readUserRecord(db: Db, { id, userId }: StoredCase, now: Date): Promise<Case['userRecord']> {
  const record = userId === null ? undefined : await selectUserRecord(db, userId, id)
  if (userId === null || !record) return null
  return {
    ...record,
    registeredAt: record.registeredAt.toISOString(),
    groups: (await selectActiveGroups(db, userId, now)).map(({ display_name }) => display_name),
    isBanned: (await selectActiveBan(db, userId, now)) !== undefined,
    decisions: record.decisions.flatMap(({ decision, at, ...decided }) =>
      decision && at ? { ...decided, decision, at: at.toISOString() } : [],
    ),
  }
}

/** A hidden script has a name for those who may see it. */
export function caseScriptOf(actor: Actor, script: CaseView['script']): Case['script'] {
  if (!script || !maySeeScript(actor, script)) return null
  return { id: script.id, name: script.name, isHidden: script.publication === 'removed' }
}

/** Returns whether the user would be staff in this case if they were no party. */
function holdsPermission(actor: Actor, row: StoredCase): boolean {
  return roleIn(actor, { ...row, openedBy: null, userId: null }) === 'staff'
}

async function parentOf(db: Db, { parentId }: StoredCase): Promise<Case['parent']> {
  const parent = parentId === null ? undefined : await selectCase(db, parentId)
  return parent ? { id: parent.id, decision: parent.decision } : null
}

async function readPosition(db: Db, row: StoredCase): Promise<Case['position']> {
  const counts = await selectCaseCounts(db)
  const waiting = counts.filter(({ kind, outcome }) => kind === 'review' && outcome === 'open')
  return {
    at: await selectQueuePosition(db, row, positionMax),
    of: waiting.reduce((sum, { count }) => sum + count, 0),
    typicalMinutes: await selectTypicalMinutes(db),
  }
}

async function mayAppeal(db: Db, actor: Actor, row: StoredCase, now: Date): Promise<boolean> {
  const appealable = await findAppealable(db, actor, { parentId: row.id }, now)
  return 'appealed' in appealable && !(await selectIsAppealed(db, appealable.appealed))
}

type Page = { page: number; limit: number }

export async function listMessages(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  before: number,
): Promise<CaseMessagePage> {
  const { row, role } = await findCase(app, actor, id)
  return readMessages(app.db, actor, row, role, before)
}

/** The latest messages that the reader may see, or those before another one. */
async function readMessages(
  db: Db,
  actor: Actor,
  row: StoredCase,
  role: Role,
  before?: number,
): Promise<CaseMessagePage> {
  const isStaff = role === 'staff'
  const reader = isStaff ? role : { userId: actor.id, parts: partsIn(actor, row) }
  const limit = caseLimits.pageSize
  const rows = await selectMessages(db, row.id, reader, { before, limit: limit + 1 })
  const messages = rows.slice(-limit)
  const userIds = new Set(messages.flatMap(({ authorId, recipientId }) => [authorId ?? 0, recipientId ?? 0]))
  const names = isStaff ? await selectUsernames(db, [...userIds]) : new Map<number, string>()
  return {
    messages: messages.map(({ id, from, authorId, audience, recipientId, text, createdAt }) => ({
      id,
      from,
      name: names.get(authorId ?? 0) ?? null,
      audience,
      recipient: names.get(recipientId ?? 0) ?? null,
      text,
      at: createdAt.toISOString(),
    })),
    hasEarlierMessages: rows.length > limit,
  }
}

export async function listReports(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  { page, limit }: Page,
): Promise<CaseReportPage> {
  const { row, role } = await findCase(app, actor, id)
  const total = row.kind !== 'report' ? 0 : role === 'opener' ? 1 : row.reportCount
  return {
    reports: (page - 1) * limit < total ? await readReports(app.db, row, role, { page, limit }) : [],
    pagination: pagination(page, limit, total),
  }
}

/** One page of the reports of a case, as the reader sees them: a reporter only the own one, which the row has. */
async function readReports(
  db: Db,
  row: StoredCase,
  role: Role,
  { page, limit }: Page = { page: 1, limit: caseLimits.pageSize },
): Promise<CaseReport[]> {
  if (row.kind !== 'report') return []
  const offset = (page - 1) * limit
  const rows = role === 'opener' ? [row] : await selectReports(db, row.id, { limit, offset })
  const reporters = rows.map((report) => (role === 'staff' ? report.userId : null))
  const userIds = reporters.flatMap((userId) => userId ?? [])
  const names = await selectUsernames(db, userIds)
  const counts = await selectReportCounts(db, userIds)
  const versionIds = rows.flatMap(({ versionId }) => versionId ?? [])
  const numbers = await selectVersionNumbers(db, versionIds)
  return rows.map(({ versionId, reason, text, evidence, createdAt }, index) => {
    const id = reporters[index] ?? 0
    const [username, counted] = [names.get(id), counts.get(id)]
    const number = numbers.get(versionId ?? 0)
    return {
      reporter: username === undefined || !counted ? null : { id, username, ...counted },
      reason,
      text,
      evidence,
      version: versionId === null || number === undefined ? null : { id: versionId, number },
      at: createdAt.toISOString(),
    }
  })
}
