import type { Case } from '#contract/moderation/case-schemas.ts'
import { permissionOfCase } from '#contract/moderation/case-permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { selectActiveBan, selectActiveGroups } from '#server/access/access.public.ts'
import {
  selectCase,
  selectCaseCounts,
  selectHasDirectMessages,
  selectQueuePosition,
  type StoredCase,
} from '#server/records/records.public.ts'
import { maySeeScript, findVersionSummary } from '#server/scripts/scripts.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'
import { readNoticeScripts } from '#server/moderation/takedowns/read-takedown.ts'

import { findAppealable } from './find-appealable.ts'
import { blockedReason, claimHolder, roleIn } from './moderation.rules.ts'
import {
  selectCaseViews,
  selectIsAppealed,
  selectOthers,
  selectTypicalMinutes,
  type CaseView,
} from './moderation.queries.ts'
import { selectUserRecord } from './queue.queries.ts'
import { readMessages, readReports } from './read-thread.ts'
import { withOwnPart, withUploader } from './case-parties.ts'

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
  // A notice about scripts of several uploaders has no user concerned.
  const isUploader = noticeScripts.some(({ uploader }) => uploader === actor.username)
  const concerned = isUploader ? { ...row, userId: actor.id } : await withUploader(db, actor, row)
  const blockedBy = blockedReason(actor, concerned)
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
