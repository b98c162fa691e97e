import { healthApi } from '#contract/operations/health.ts'
import type { App } from '#platform/app.ts'
import { pingDatabase } from '#platform/database/database.ts'
import { unavailable } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { version } from '#platform/version.ts'

// They take no slot: an overloaded node still reports its health.
export const healthRoutes = [
  { ...route(healthApi.ready, ({ app }) => checkHealth(app)), work: undefined },
  { ...route(healthApi.live, async () => ({ status: 'ok' as const })), work: undefined },
]

/** The error names the part that is down. */
async function checkHealth({ db, files, load, draining }: App) {
  if (draining.aborted) throw unavailable('This node is stopping')
  const [database, storage] = await Promise.allSettled([pingDatabase(db), files.check()])
  if (database.status === 'rejected') throw unavailable('The database is down')
  if (storage.status === 'rejected') throw unavailable('The storage is down')
  // Overload is still 200: removing an overloaded node would overload the others.
  return {
    status: 'ok' as const,
    version,
    database: 'ok' as const,
    storage: 'ok' as const,
    load: load.isOverloaded() ? ('overloaded' as const) : ('ok' as const),
  }
}
