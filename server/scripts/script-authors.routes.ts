import type { Activity } from '#contract/records/activities.ts'
import {
  scriptHistoryApi,
  type ScriptHistory,
  scriptStatesApi,
  type ScriptState,
  scriptStatisticsApi,
  downloadSources,
  type ScriptStatistics,
} from '#contract/scripts/script-authors.ts'
import type { Script } from '#contract/scripts/script-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { forbidden, invalid } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { listScriptChanges, onScript, recordActivity } from '#server/records/records.public.ts'

import { findOwnership, readScript } from './script-detail.queries.ts'
import { lockBases, selectIsBasedOn, selectOwnership, upsertState } from './script-rows.queries.ts'
import {
  selectDays,
  selectDownloads,
  selectTotals,
  selectWorks,
} from './script-statistics/script-statistics.queries.ts'
import { cardTag, scriptTag } from './script-tags.ts'
import { isAuthor, isMaintainer, maySeeScript } from './scripts.rules.ts'

/** What the authors of a script read and change about it beside its texts. */
export const scriptAuthorRoutes = [
  route(scriptStatesApi.change, ({ app, actor, params, body }) => changeState(app, actor, params.id, body)),
  route(scriptHistoryApi.get, ({ db, actor, params, query }) => readHistory(db, actor, params.id, query)),
  route(scriptStatisticsApi.get, ({ app, actor, params, query }) =>
    readStatistics(app, actor, params.id, query.days),
  ),
]

async function assertAuthor(db: Db, actor: Actor, scriptId: number, what: string): Promise<void> {
  const script = await findOwnership(db, actor, scriptId)
  if (!isAuthor(actor, script)) throw forbidden(`Only the authors can see the ${what} of a script`)
}

/** The log has notes of moderators and ids in its metadata, so an entry has only what is named here. */
async function readHistory(
  db: Db,
  actor: Actor,
  scriptId: number,
  part: { page: number; limit: number },
): Promise<ScriptHistory> {
  await assertAuthor(db, actor, scriptId, 'history')
  const { activities, pagination } = await listScriptChanges(db, scriptId, part)
  return { entries: activities.map(entryOf), pagination }
}

function entryOf({
  id,
  action,
  description,
  metadata,
  users,
  created_at: at,
}: Activity): ScriptHistory['entries'][number] {
  const { reason, number, changed } = metadata
  const isByModerator = reason === 'moderation'
  return {
    id,
    action,
    text: isByModerator ? '' : description,
    by: isByModerator ? null : (users?.username ?? null),
    isByModerator,
    version: typeof number === 'string' ? number : null,
    changed: Array.isArray(changed) ? changed.map(String) : [],
    at,
  }
}

async function readStatistics(
  { db, clock }: App,
  actor: Actor,
  scriptId: number,
  days: number,
): Promise<ScriptStatistics> {
  await assertAuthor(db, actor, scriptId, 'statistics')
  const dates = Array.from({ length: days }, (_, back) => dayOf(after(clock.now(), (back + 1 - days) * day)))
  const since = dates[0] ?? ''
  const counts = new Map(
    (await selectDays(db, scriptId, since)).map((row) => [`${row.day} ${row.figure}`, row.count]),
  )
  const downloads = await selectDownloads(db, scriptId, since)
  return {
    days: dates.map((date) => {
      const countOf = (figure: string) => counts.get(`${date} ${figure}`) ?? 0
      return {
        date,
        downloads: countOf('downloads'),
        views: countOf('views'),
        likes: countOf('likes'),
        followers: countOf('followers'),
        reports: countOf('reports'),
        servers: countOf('servers'),
      }
    }),
    downloads: downloads.map(({ source, ...row }) => ({
      ...row,
      source: downloadSources.find((known) => known === source) ?? 'site',
    })),
    totals: await selectTotals(db, scriptId),
    works: await selectWorks(db, scriptId),
  }
}

async function changeState(app: App, sender: Actor, scriptId: number, state: ScriptState): Promise<Script> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const script = await findOwnership(tx, actor, scriptId)
    if (!isMaintainer(actor, script))
      throw forbidden('Only the owner and the maintainers can change the state of a script')
    if (state.basedOn !== null) await assertOtherScript(tx, actor, scriptId, state.basedOn)
    await upsertState(tx, scriptId, state)
    await recordActivity(tx, {
      ...onScript(actor.id, scriptId),
      action: 'Script Updated',
      description: `${actor.username} changed the state of ${script.name}`,
      status: 'success',
      metadata: state,
    })
    const changed = await readScript(tx, actor, scriptId)
    invalidate(tx, scriptTag(scriptId), cardTag(scriptId), analysisTag(changed.sha256))
    return changed
  })
}

async function assertOtherScript(tx: Db, actor: Actor, scriptId: number, basedOn: number): Promise<void> {
  if (basedOn === scriptId) throw invalid({ basedOn: 'A script cannot be based on itself' })
  const other = await selectOwnership(tx, basedOn)
  if (!other || other.publication !== 'published' || !maySeeScript(actor, other))
    throw invalid({ basedOn: 'There is no such script' })
  await lockBases(tx)
  if (await selectIsBasedOn(tx, basedOn, scriptId))
    throw invalid({ basedOn: 'That script is based on this one' })
}
