import {
  scriptStatisticsApi,
  downloadSources,
  type ScriptStatistics,
} from '#contract/scripts/script-statistics.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { isAuthor, maySeeScript } from '#server/scripts/scripts.rules.ts'

import { selectDays, selectDownloads, selectTotals, selectWorks } from './script-statistics.queries.ts'

export const scriptStatisticsRoutes = [
  route(scriptStatisticsApi.get, ({ app, actor, params, query }) =>
    readStatistics(app, actor, params.id, query.days),
  ),
]

async function readStatistics(
  { db, clock }: App,
  actor: Actor,
  scriptId: number,
  days: number,
): Promise<ScriptStatistics> {
  const script = await selectOwnership(db, scriptId)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (!isAuthor(actor, script)) throw forbidden('Only the authors can see the statistics of a script')
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
