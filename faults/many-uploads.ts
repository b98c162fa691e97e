import { createHash, randomBytes } from 'node:crypto'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { besideCalls, linuxOnly, metricsToken, newWatch, percentile, quietTime } from './measuring.ts'
import { putArchive } from './uploads.ts'

const uploads = 20
const megabytes = 100
const chunk = randomBytes(1024 ** 2)
const pieces = Array.from({ length: megabytes }, () => chunk)
/** The hash of each upload. All have the same content, which saves CPU time of the client. */
const sha256 = hashOf()

export const manyUploads: Fault = {
  figure: 'L6',
  name: `${uploads} uploads of ${megabytes} MB at once`,
  bar: 'all are complete, a call responds within 100 ms (p99), memory stays below 400 MB',
  iterations: { short: 0, long: 1 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.site({ METRICS_TOKEN: metricsToken })
    await site.start()
    const url = site.url()
    const owner = await signIn(url, site.owner)
    const quiet = await quietTime(url, null, 'GET', '/api/health/live')
    const ping = newWatch()
    let whole = 0
    let memory = 0
    let loop = 0
    for (let round = 0; round < iterations; round++) {
      const targets: string[] = []
      while (targets.length < uploads) {
        // A user may have five open uploads.
        const user = await registerUploader(site.url(), owner, `uploader-${round}-${targets.length}`)
        for (let at = 0; at < 5; at++) {
          const details = { fileName: 'a.zip', fileType: 'application/zip', folder: 'scripts' }
          const { body } = await requireSuccess(url, user, 'POST', '/api/scripts/upload-url', details)
          targets.push(body.uploadUrl)
        }
      }
      const seen = await besideCalls(site, ping, [null, 'GET', '/api/health/live'], () =>
        Promise.all(
          targets.map((target) => putArchive(new URL(target, url), pieces, megabytes * chunk.length)),
        ),
      )
      memory = Math.max(memory, seen.memory)
      loop = Math.max(loop, seen.loop)
      whole += seen.result.filter((hash) => hash === sha256).length
    }
    return {
      'complete uploads': total(whole, '', { atLeast: uploads * iterations }),
      // This process also makes the load, so its own delay is part of every time below, but not of this one.
      'event-loop delay, p99': worst(loop, 'ms'),
      'p99 of a call before': worst(quiet, 'ms'),
      'p99 of a call during it': worst(percentile(ping.times, 0.99), 'ms', { atMost: 100 }),
      'peak memory': worst(memory, 'MB', { atMost: 400 }),
    }
  },
}

function hashOf(): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
