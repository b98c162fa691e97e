import { demand, register, type Person } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import { keepOn, newWatch, otherThan, percentile, quietTime, watched } from './measuring.ts'

const inFlight = 200
/** Sign-ins of one person wait for one another; a flood has many names. */
const people = 50

export const signInFlood: Fault = {
  figure: 'L5',
  name: '200 sign-ins in flight, right and wrong ones',
  bar: 'what is too much is refused with 503, the list is answered within 500 ms (p99), nothing breaks',
  rounds: { short: 0, long: 1 },
  async bringAbout(ground, rounds) {
    const site = await ground.shared()
    const address = site.address()
    const mark = performance.now().toFixed()
    const accounts: Person[] = []
    for (let at = 0; at < people; at++) accounts.push(await register(address, `flooded-${mark}-${at}`))
    await demand(address, null, 'GET', '/api/scripts')
    const quiet = await quietTime(address, null, 'GET', '/api/scripts')
    const [flood, list, uncached] = [newWatch(), newWatch(), newWatch()]
    const milliseconds = 20_000 * rounds
    const overAt = performance.now() + milliseconds
    const isOver = () => performance.now() > overAt
    const callers = Array.from({ length: inFlight }, (_, at) =>
      keepOn(isOver, 20, () =>
        watched(flood, address, null, 'POST', '/api/auth/login', {
          email: accounts[at % people]?.email ?? '',
          password: at % 2 ? (accounts[at % people]?.password ?? '') : 'a wrong one',
        }),
      ),
    )
    const readers = [
      keepOn(isOver, 20, () => watched(list, address, null, 'GET', '/api/scripts')),
      keepOn(isOver, 50, () =>
        watched(uncached, address, null, 'GET', `/api/scripts/search?q=number ${uncached.times.length}`),
      ),
    ]
    await Promise.all([...callers, ...readers])
    const verified = (flood.statuses.get(200) ?? 0) + (flood.statuses.get(401) ?? 0)
    return {
      'sign-ins decided': worst((verified * 1000) / milliseconds, 'a second', { atLeast: 1 }),
      'refused with 503': total(flood.statuses.get(503) ?? 0, ''),
      'answered otherwise': total(otherThan(flood, 200, 401, 429, 503), '', { atMost: 0 }),
      'p99 of the list before': worst(quiet, 'ms'),
      'p99 of the list': worst(percentile(list.times, 0.99), 'ms', { atMost: 500 }),
      'lists that failed': total(otherThan(list, 200), '', { atMost: 0 }),
      'p99 of an uncached read': worst(percentile(uncached.times, 0.99), 'ms'),
    }
  },
}
