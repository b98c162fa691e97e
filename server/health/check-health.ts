import { pingDatabase } from '#platform/database.ts'
import { unavailable } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { version } from '#platform/version.ts'

/** Both parts are asked at once; a refusal names the one that is missing, or says that this node ends. */
export async function checkHealth({ db, files, load, leaving }: Hub) {
  if (leaving.aborted) throw unavailable('This node is stopping')
  const [database, storage] = await Promise.allSettled([pingDatabase(db), files.check()])
  if (database.status === 'rejected') throw unavailable('The database is down')
  if (storage.status === 'rejected') throw unavailable('The storage is down')
  // Still 200: a node that is taken out for having too much to do leaves its work to the next one.
  return {
    status: 'ok' as const,
    version,
    database: 'ok' as const,
    storage: 'ok' as const,
    load: load.isOverloaded() ? ('overloaded' as const) : ('ok' as const),
  }
}
