import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { activities } from '#server/records/records.tables.ts'

import { catalogue } from '../catalogue.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { users } from '../users.ts'
import { lookUp, type ScriptIds, type SeededUsers } from './context.ts'

const days = 28
const entryCount = 900

type Activity = typeof activities.$inferInsert
type Event = Pick<Activity, 'type' | 'action' | 'status' | 'source'> & {
  /** The upper end of the event's range in a random number from 0 to 1. */
  below: number
  template: string
}

const events: readonly Event[] = [
  { below: 0.42, type: 'script', action: 'Script Viewed', template: '{user} viewed {script}' },
  { below: 0.68, type: 'script', action: 'Script Downloaded', template: '{user} downloaded {script}' },
  { below: 0.86, type: 'user', action: 'User Login', template: '{user} signed in', status: 'success' },
  { below: 0.94, type: 'user', action: 'User Logout', template: '{user} signed out' },
  {
    below: 0.96,
    type: 'user',
    action: 'Profile Updated',
    template: '{user} changed their profile',
    status: 'success',
  },
  {
    below: 0.975,
    type: 'user',
    action: 'Password Changed',
    template: '{user} changed their password',
    status: 'success',
  },
  {
    below: 0.985,
    type: 'warning',
    action: 'Login Failed',
    template: 'Wrong password for {user}',
    status: 'warning',
  },
  {
    below: 1,
    type: 'system',
    action: 'System Error',
    template: 'HTTP 503: Service Unavailable',
    status: 'error',
    source: 'client',
  },
]

/** Four weeks of entries, so that the log in the admin area has something to filter and to page. */
export async function insertActivities(
  tx: Db,
  now: Date,
  seeded: { users: SeededUsers; scriptIds: ScriptIds },
): Promise<void> {
  const random = createSeededRandom('recent events')
  const rows = Array.from({ length: entryCount }, (_, index): Activity => {
    const daysAgo = days * (1 - (index + random.next()) / entryCount) ** 1.2
    const active = users.filter(
      ({ joinedDaysAgo, lastSeenDaysAgo }) => joinedDaysAgo > daysAgo && lastSeenDaysAgo <= daysAgo,
    )
    const { username } = random.pick(active.length > 0 ? active : users.slice(0, 1))
    const script = random.pick(
      catalogue.filter((candidate) => candidate.daysAgo > daysAgo && candidate.author !== username),
    )
    const value = random.next()
    const { template, type, action, status, source } =
      events.find((candidate) => value < candidate.below) ?? random.pick(events)
    const userId = lookUp(seeded.users, username).id
    return {
      type,
      action,
      status,
      source,
      description: template.replace('{user}', username).replace('{script}', script.name),
      userId,
      targetType: type === 'script' ? 'script' : 'user',
      targetId: type === 'script' ? lookUp(seeded.scriptIds, script.name) : userId,
      createdAt: after(now, -daysAgo * day),
    }
  })
  await tx.insert(activities).values(rows)
}
