import { BlocklistDraft, blocklistLimits, permissionOfEntry } from '#contract/blocklist.ts'
import { parse } from '#platform/parse.ts'
import { writeVerdict } from '#server/archives/archives.public.ts'
import { blockValue } from '#server/blocklist/blocklist.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import type { Decision } from './effect.ts'

/** What a decision does beside its effect: for other archives with the same files, now and later. */
export async function applyActions(decision: Decision): Promise<void> {
  await acceptFindings(decision)
  await addToBlocklist(decision)
}

async function acceptFindings({ tx, actor, row, draft, now }: Decision): Promise<void> {
  const { actions, logNote } = draft
  if (actions.accept.length === 0) return
  await requireSession(tx, actor.sessionHash, now, 'admin.scripts.moderate')
  const note = logNote.length < 3 ? `Accepted with case #${row.id}` : logNote
  for (const key of actions.accept) await writeVerdict(tx, actor, key, { verdict: 'accepted', note }, now)
}

/** A value that is listed already stays as it is. */
async function addToBlocklist({ tx, actor, row, draft, now }: Decision): Promise<void> {
  const { actions, logNote, response } = draft
  const reason = (logNote || response || `Case #${row.id}`).slice(0, blocklistLimits.reasonMax)
  for (const action of actions.blocklist) {
    const entry = parse(BlocklistDraft, { ...action, reason, caseId: row.id })
    await requireSession(tx, actor.sessionHash, now, permissionOfEntry(entry.kind))
    await blockValue(tx, actor, entry, now)
  }
}
