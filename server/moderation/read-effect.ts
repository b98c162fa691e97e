import type { CaseEffect, CaseEffectQuery } from '#contract/moderation/case-effect.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { findTouched } from '#server/moderation/blocklist/find-touched.ts'
import { selectCase } from '#server/records/records.public.ts'
import { readNoticeScripts, selectArchivesToBlock } from '#server/moderation/takedowns/read-takedown.ts'

import { againstOf } from './apply-actions.ts'
import { roleIn } from './moderation.rules.ts'

/** The other public scripts that a decision would touch by what it blocks. */
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
  return { scripts: touched.filter((script) => !ofNotice.has(script.id)) }
}
