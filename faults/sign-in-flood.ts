import { requireSuccess } from '#test-support/http-client.ts'
import { registerUser, type RegisteredUser } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { keepOn, newWatch, otherThan, percentile, quietTime, watched } from './measuring.ts'

const inFlight = 200
/** Sign-ins of one account are serialized, so the flood uses many accounts. */
const accountCount = 50

export const signInFlood: Fault = {
  figure: 'L5',
  name: '200 sign-ins in flight, with correct and wrong passwords',
  bar: 'excess load is rejected with 503, the list responds within 500 ms (p99), nothing fails',
  iterations: { short: 0, long: 1 },
  async run(env, iterations) {
    const site = await env.shared()
    const url = site.url()
    const mark = performance.now().toFixed()
    const accounts: RegisteredUser[] = []
    for (let at = 0; at < accountCount; at++) accounts.push(await registerUser(url, `flooded-${mark}-${at}`))
    await requireSuccess(url, null, 'GET', '/api/scripts')
    const quiet = await quietTime(url, null, 'GET', '/api/scripts')
    const [flood, list, uncached] = [newWatch(), newWatch(), newWatch()]
    const milliseconds = 20_000 * iterations
    const overAt = performance.now() + milliseconds
    const isOver = () => performance.now() > overAt
    const callers = Array.from({ length: inFlight }, (_, at) =>
      keepOn(isOver, 20, () =>
        watched(flood, url, null, 'POST', '/api/auth/login', {
          email: accounts[at % accountCount]?.email ?? '',
          password: at % 2 ? (accounts[at % accountCount]?.password ?? '') : 'a wrong one',
        }),
      ),
    )
    const readers = [
      keepOn(isOver, 20, () => watched(list, url, null, 'GET', '/api/scripts')),
      keepOn(isOver, 50, () =>
        watched(uncached, url, null, 'GET', `/api/scripts/search?q=number ${uncached.times.length}`),
      ),
    ]
    await Promise.all([...callers, ...readers])
    const verified = (flood.statuses.get(200) ?? 0) + (flood.statuses.get(401) ?? 0)
    return {
      'sign-ins completed': worst((verified * 1000) / milliseconds, 'a second', { atLeast: 1 }),
      'rejected with 503': total(flood.statuses.get(503) ?? 0, ''),
      'other responses': total(otherThan(flood, 200, 401, 429, 503), '', { atMost: 0 }),
      'p99 of the list before': worst(quiet, 'ms'),
      'p99 of the list': worst(percentile(list.times, 0.99), 'ms', { atMost: 500 }),
      'lists that failed': total(otherThan(list, 200), '', { atMost: 0 }),
      'p99 of an uncached read': worst(percentile(uncached.times, 0.99), 'ms'),
    }
  },
}
