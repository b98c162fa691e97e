import { pingDatabase } from '#platform/database/database.ts'
import { unavailable } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { version } from '#platform/version.ts'

/** The error names the part that is down. */
export async function checkHealth({ db, files, load, draining }: App) {
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
