import { after, day, second } from '#platform/clock.ts'
import { perHub, type Hub } from '#platform/hub.ts'

import { selectActiveCount } from './user-admin.queries.ts'

/** Active this week: 7 whole days or fewer since the last visit (back-office.md, section 9). */
const activeWithin = 8 * day

/** Half of a large site may have been there this week, and every visit moves the figure: it may be this old. */
const keptFor = 30 * second

type Counted = { count: Promise<number>; goodUntil: Date }

const countedOf = perHub((): { latest: Counted | undefined } => ({ latest: undefined }))

/** Counted anew twice a minute at most, and once for all who ask meanwhile. */
export function countActiveThisWeek(hub: Hub): Promise<number> {
  const counted = countedOf(hub)
  const now = hub.clock.now()
  if (counted.latest && now < counted.latest.goodUntil) return counted.latest.count
  const count = selectActiveCount(hub.db, after(now, -activeWithin))
  const fresh = { count, goodUntil: after(now, keptFor) }
  counted.latest = fresh
  count.catch(() => {
    if (counted.latest === fresh) counted.latest = undefined
  })
  return count
}
