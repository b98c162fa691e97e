import { pingDatabase } from '#platform/database.ts'
import { unavailable } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { version } from '#platform/version.ts'

/** Both parts are asked at once; a refusal names the one that is missing. */
export async function checkHealth({ db, files }: Hub) {
  const [database, storage] = await Promise.allSettled([pingDatabase(db), files.check()])
  if (database.status === 'rejected') throw unavailable('The database is down')
  if (storage.status === 'rejected') throw unavailable('The storage is down')
  return { status: 'ok', version, database: 'ok', storage: 'ok' } as const
}
