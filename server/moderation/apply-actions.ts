import { blocklistLimits, permissionOfEntry } from '#contract/moderation/blocklist.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import type { Db } from '#platform/database/database.ts'
import { blockValue } from '#server/moderation/blocklist/change-blocklist.ts'
import type { Against } from '#server/moderation/blocklist/spared.queries.ts'
import type { StoredCase } from '#server/records/records.public.ts'
import { selectAgainst } from '#server/moderation/takedowns/read-takedown.ts'
import { judgeFindingIn } from '#server/scripts/scripts.public.ts'
import type { CaseEffect, CaseEffectQuery } from '#contract/moderation/case-effect.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import { selectCase } from '#server/records/records.public.ts'

import type { Decision } from './effect.ts'
import { findTouched, listTouched } from './blocklist/read-effect.ts'
import { readNoticeScripts, selectArchivesToBlock } from './takedowns/read-takedown.ts'
import { roleIn } from './moderation.rules.ts'

/** Acts of a decision beside its effect, for other archives with the same files, now and later. */
export async function applyActions(decision: Decision): Promise<void> {
  await acceptFindings(decision)
  await addToBlocklist(decision)
}

async function acceptFindings({
  db: tx,
  actor,
  now,
  requirePermission,
  row,
  draft,
}: Decision): Promise<void> {
  const { actions, logNote } = draft
  if (actions.accept.length === 0) return
  requirePermission('admin.scripts.moderate')
  const note = logNote.length < 3 ? `Accepted with case #${row.id}` : logNote
  for (const key of actions.accept) await judgeFindingIn(tx, actor, key, { verdict: 'accepted', note }, now)
}

/** A value that is listed already stays as it is. */
async function addToBlocklist({
  db: tx,
  actor,
  now,
  requirePermission,
  row,
  draft,
}: Decision): Promise<void> {
  const { actions, logNote, response } = draft
  const reason = cutText(logNote || response || `Case #${row.id}`, blocklistLimits.reasonMax)
  for (const { kind } of actions.blocklist) requirePermission(permissionOfEntry(kind))
  const sparing = { against: await againstOf(tx, row, draft.scripts), except: actions.except }
  for (const key of actions.blocklist)
    await blockValue(tx, actor, { ...key, reason, caseId: row.id }, sparing, now)
}

/** The users and scripts that a decision is against. */
export async function againstOf(
  db: Db,
  { id, kind, userId, scriptId }: StoredCase,
  scripts: readonly number[] | undefined,
): Promise<Against> {
  if (kind === 'takedown') return selectAgainst(db, id, scripts)
  return {
    userIds: userId === null ? [] : [userId],
    scriptIds: scriptId === null ? [] : [scriptId],
  }
}

/** The other scripts that a decision would touch by what it blocks. */
export async function readEffect(
  db: Db,
  actor: Actor,
  id: number,
  { scripts, blocklist }: CaseEffectQuery,
): Promise<CaseEffect> {
  const row = await selectCase(db, id)
  if (!row || roleIn(actor, row) !== 'staff') throw notFound('Case not found')
  const against = await againstOf(db, row, scripts)
  const archives = row.kind === 'takedown' ? await selectArchivesToBlock(db, against) : []
  const touched = await findTouched(db, [...archives, ...blocklist], against)
  // Scripts of the notice that are not taken down keep the archives.
  const notice = row.kind === 'takedown' ? await readNoticeScripts(db, id) : []
  const ofNotice = new Set(notice.map((script) => script.id))
  return listTouched(touched.filter((script) => !ofNotice.has(script.id)))
}
