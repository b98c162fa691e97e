import { catalogue } from '../catalogue.ts'
import { people } from '../people.ts'
import { randomNamed } from '../random.ts'

/** A line of the activity log, as the hub would have written it. */
export type RecentEvent = {
  type: 'script' | 'user' | 'system' | 'warning'
  action: string
  description: string
  status: 'success' | 'info' | 'warning' | 'error'
  source: 'server' | 'client'
  username: string
  script: string | undefined
  daysAgo: number
}

const days = 28

/** Four weeks of ordinary life: the log of the back office must have something to show, filter and page. */
export const recentEvents: readonly RecentEvent[] = compose()

function compose(): RecentEvent[] {
  const random = randomNamed('recent events')
  const count = 900
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = days * (1 - (index + random.next()) / count) ** 1.2
    const active = people.filter(
      ({ joinedDaysAgo, lastSeenDaysAgo }) => joinedDaysAgo > daysAgo && lastSeenDaysAgo <= daysAgo,
    )
    const { username } = random.pick(active.length > 0 ? active : people.slice(0, 1))
    const known = catalogue.filter((script) => script.daysAgo > daysAgo && script.author !== username)
    const script = random.pick(known).name
    return { ...happening(random.next(), username, script), username, daysAgo }
  })
}

function happening(
  chance: number,
  username: string,
  script: string,
): Omit<RecentEvent, 'username' | 'daysAgo'> {
  const event = (
    type: RecentEvent['type'],
    action: string,
    description: string,
    status: RecentEvent['status'] = 'info',
  ) => ({
    type,
    action,
    description,
    status,
    source: 'server' as const,
    script: type === 'script' ? script : undefined,
  })
  if (chance < 0.42) return event('script', 'Script Viewed', `${username} viewed ${script}`)
  if (chance < 0.68) return event('script', 'Script Downloaded', `${username} downloaded ${script}`)
  if (chance < 0.86) return event('user', 'User Login', `${username} signed in`, 'success')
  if (chance < 0.94) return event('user', 'User Logout', `${username} signed out`)
  if (chance < 0.96) return event('user', 'Profile Updated', `${username} changed their profile`, 'success')
  if (chance < 0.975)
    return event('user', 'Password Changed', `${username} changed their password`, 'success')
  if (chance < 0.985) return event('warning', 'Login Failed', `Wrong password for ${username}`, 'warning')
  return { ...event('system', 'System Error', 'HTTP 503: Service Unavailable', 'error'), source: 'client' }
}
