import { invalid } from '#platform/errors.ts'
import { selectJoinedIds, type StoredCase } from '#server/records/records.public.ts'
import { readNoticeScripts } from '#server/moderation/takedowns/read-takedown.ts'

import type { Decision } from './effect.ts'
import { namesParty, type PartyNames } from './public-note.rules.ts'
import { selectUsernames } from './moderation.queries.ts'

/** Everyone reads the note of a decision, and the reason for which a version is withdrawn. */
export async function assertNamesNoParty(decision: Decision, siblings: readonly StoredCase[]): Promise<void> {
  const { row, draft } = decision
  const reason = draft.decision === 'withdrawn' ? draft.response : ''
  if (draft.logNote === '' && reason === '') return
  const names = await readNames(decision, [row, ...siblings])
  if (namesParty(draft.logNote, names))
    throw invalid({ logNote: 'The public note must not contain the name of a user' })
  if (namesParty(reason, names))
    throw invalid({ response: 'Everyone reads this reason: it must not contain the name of a user' })
}

async function readNames({ tx, actor, row }: Decision, cases: readonly StoredCase[]): Promise<PartyNames> {
  const ids = new Set([actor.id, row.userId ?? 0])
  for (const { id, openedBy } of cases)
    for (const reporter of [openedBy ?? 0, ...(await selectJoinedIds(tx, id))]) ids.add(reporter)
  const uploaders = row.kind === 'takedown' ? await readNoticeScripts(tx, row.id) : []
  const { name, email, onBehalfOf } = row.claimant ?? {}
  return {
    usernames: [
      ...(await selectUsernames(tx, [...ids])),
      ...uploaders.flatMap(({ uploader }) => uploader ?? []),
    ],
    claimant: [name ?? [], email ?? [], onBehalfOf ?? []].flat(),
  }
}
