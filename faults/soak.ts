import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, registerUser, signIn } from '#test-support/users.ts'
import { total, worst, type Fault, type Measure } from './fault.ts'
import {
  descriptorsOf,
  keepOn,
  linuxOnly,
  loopDelay,
  memoryOf,
  metricsToken,
  newWatch,
  watched,
} from './measuring.ts'
import { submission } from './submission.ts'

/** Minutes until caches are full and the memory of a young process has settled. */
const warmUp = 5
const minute = 60_000
const readers = 6
const paths = ['/', '/scripts', '/api/scripts', '/api/categories', '/api/scripts?sort=popular']

type Sample = { minutes: number; memory: number; descriptors: number }

export const soak: Fault = {
  figure: 'S1',
  name: 'users read, search, like and submit; an iteration is a minute',
  bar: 'no 5xx, event-loop delay below 50 ms (p99), constant descriptors, memory grows less than 1 MB a minute after 5 minutes',
  iterations: { short: 0, long: 30 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.site({ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn' })
    await site.start()
    const url = site.url()
    const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
    const member = await registerUser(url, 'member')
    const { form } = await submission('The first one')
    const { body: first } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
    const calls = newWatch()
    const samples: Sample[] = []
    let loop = 0
    let next = 0
    const startedAt = performance.now()
    const minutes = () => (performance.now() - startedAt) / minute
    const isOver = () => minutes() > iterations
    const reading = Array.from({ length: readers }, (_, at) =>
      keepOn(isOver, 5, async () => {
        for (const path of paths) await watched(calls, url, null, 'GET', path)
        await watched(calls, url, null, 'GET', `/api/scripts/search?q=number ${next % 50}`)
        await watched(calls, url, at % 2 ? member : uploader, 'GET', '/api/users/me')
      }),
    )
    const submitting = keepOn(isOver, 1_000, async () => {
      const { form: another } = await submission(`Number ${next++}`)
      await watched(calls, url, uploader, 'POST', '/api/scripts', another)
      await watched(calls, url, member, 'POST', `/api/scripts/${first.id}/${next % 2 ? 'like' : 'unlike'}`)
    })
    const sampling = keepOn(isOver, 5_000, async () => {
      // Each reading covers the time since the previous one.
      const delay = await loopDelay(site)
      if (samples.length > 1) loop = Math.max(loop, delay)
      samples.push({ minutes: minutes(), memory: memoryOf(site), descriptors: descriptorsOf(site) })
    })
    await Promise.all([...reading, submitting, sampling])
    const broken = [...calls.statuses].reduce(
      (sum, [status, count]) => sum + (status >= 500 || status === 0 ? count : 0),
      0,
    )
    return {
      minutes: total(iterations, ''),
      calls: total(calls.times.length, '', { atLeast: 1_000 * iterations }),
      '5xx or no response': total(broken, '', { atMost: 0 }),
      'event-loop delay, p99': worst(loop, 'ms', { atMost: 50 }),
      ...growth(samples),
    }
  },
}

/** Evaluated only after the warm-up, because a young process grows. */
function growth(samples: readonly Sample[]): Record<string, Measure> {
  const settled = samples.filter(({ minutes }) => minutes >= warmUp)
  const isLong = (settled.at(-1)?.minutes ?? 0) - (settled[0]?.minutes ?? 0) >= warmUp
  const evaluated = isLong ? settled : samples
  const memory = slope(evaluated.map(({ minutes, memory: megabytes }) => [minutes, megabytes]))
  const descriptors = slope(evaluated.map(({ minutes, descriptors: count }) => [minutes, count]))
  return {
    'memory grows': worst(memory, 'MB a minute', isLong ? { atMost: 1 } : {}),
    'descriptors grow': worst(descriptors, 'a minute', isLong ? { atMost: 0.5 } : {}),
    'peak memory': worst(Math.max(...samples.map((sample) => sample.memory)), 'MB'),
  }
}

/** The slope of the linear regression. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const rise = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return rise / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
