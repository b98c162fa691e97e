import type { CaseDecision } from '#contract/moderation/case-schemas.ts'
import type { ModerationLog } from '#contract/moderation/moderation-log.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { selectCaseCounts } from '#server/records/records.public.ts'

import { selectDecidedSince, selectEarlierCount, selectLog } from './moderation.queries.ts'

/** Without names of users: a script is named only while it is public. `scriptIds` are those of all entries. */
export async function readLog(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { decision, page, limit }: { decision?: CaseDecision | undefined; page: number; limit: number },
): Promise<{ log: ModerationLog; scriptIds: number[] }> {
  const counts = await selectCaseCounts(db)
  const total = counts
    .filter(({ outcome }) => (decision ? outcome === decision : outcome !== 'open' && outcome !== 'ended'))
    .reduce((sum, { count }) => sum + count, await selectEarlierCount(db, decision))
  const offset = (page - 1) * limit
  const rows = offset < total ? await selectLog(db, decision, { limit, offset }) : []
  const log = {
    entries: rows.flatMap(({ id, at, kind, decision: decided, reason, note, script }) =>
      at && decided
        ? {
            id,
            at: at.toISOString(),
            kind,
            decision: decided,
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
  const sum = (isCounted: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(isCounted).reduce((total, { count }) => total + count, 0)
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
