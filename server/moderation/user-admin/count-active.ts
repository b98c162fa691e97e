import { after, day, second } from '#platform/clock.ts'
import { lazySingleton, type App } from '#platform/app.ts'

import { selectActiveCount } from './user-admin.queries.ts'

/** "Active this week" means at most 7 whole days since the last visit. */
const activeWithin = 8 * day

/** The count is cached, because it scans a large part of the users and changes with every visit. */
const cacheLifetime = 30 * second

type CachedCount = { count: Promise<number>; expiresAt: Date }

const cacheOf = lazySingleton((): { latest: CachedCount | undefined } => ({ latest: undefined }))

/** Concurrent calls share one count. */
export function countActiveThisWeek(app: App): Promise<number> {
  const cache = cacheOf(app)
  const now = app.clock.now()
  if (cache.latest && now < cache.latest.expiresAt) return cache.latest.count
  const count = selectActiveCount(app.db, after(now, -activeWithin))
  const entry = { count, expiresAt: after(now, cacheLifetime) }
  cache.latest = entry
  count.catch(() => {
    if (cache.latest === entry) cache.latest = undefined
  })
  return count
}
