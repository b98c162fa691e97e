import { decideReport } from '../server/moderation/decide-report.ts'

import { CaseDecisionDraft } from '#contract/moderation/case-drafts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { selectActiveBan } from '#server/access/access.public.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import { decideAppeal } from '#server/moderation/appeals.ts'
import type { StoredCase } from '#server/records/records.public.ts'

/** The effect of a report about a user that ends with a ban, in the transaction of `app`. */
export async function banByReport(
  app: App,
  actor: Actor,
  userId: number,
  expires_at: string | null,
): Promise<void> {
  const ban = { is_permanent: expires_at === null, expires_at }
  const draft = CaseDecisionDraft.parse({ decision: 'banned', response: 'x', ban })
  const row = { ...storedCase(app), kind: 'report' as const, reason: 'spam' as const, userId }
  await decideReport({
    ...writeOf(app, actor),
    app,
    row,
    script: undefined,
    isReopened: false,
    draft,
    isInForce: false,
  })
}

/** The effect of a granted appeal of a ban. */
export async function liftByAppeal(app: App, actor: Actor, userId: number): Promise<void> {
  const now = app.clock.now()
  const ban = await selectActiveBan(app.db, userId, now)
  if (!ban) throw notFound('Ban not found')
  const draft = CaseDecisionDraft.parse({ decision: 'granted' })
  const appeal = { kind: 'appeal' as const, reason: 'ban' as const, appealed: `ban:${ban.id}` }
  const row = { ...storedCase(app), ...appeal, userId, openedBy: userId }
  const decision = { ...writeOf(app, actor), app, row, script: undefined, draft }
  await decideAppeal({ ...decision, isReopened: false, isInForce: false })
}

/** Permissions are checked when the case is locked, which comes before these effects. */
const writeOf = ({ db, clock }: App, actor: Actor): Write => ({
  db,
  actor,
  now: clock.now(),
  requirePermission: () => undefined,
  requireNotBanned: () => undefined,
})

function storedCase({ clock }: App): StoredCase {
  const now = clock.now()
  return {
    id: 1,
    kind: 'report',
    state: 'open',
    scriptId: null,
    versionId: null,
    userId: null,
    appealed: null,
    parentId: null,
    appealedUserId: null,
    archiveSha256: null,
    title: '',
    openedBy: null,
    reportCount: 1,
    claimant: null,
    reason: 'other',
    text: '',
    evidence: [],
    claimedBy: null,
    claimedUntil: null,
    dueAt: null,
    decision: null,
    response: null,
    logNote: null,
    decidedBy: null,
    decidedAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
