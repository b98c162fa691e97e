import { createHash, randomBytes } from 'node:crypto'

import { demand, registerUploader, signIn } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import { besideCalls, linuxOnly, metricsToken, newWatch, percentile, quietTime } from './measuring.ts'
import { putArchive } from './uploads.ts'

const uploads = 20
const megabytes = 100
const chunk = randomBytes(1024 ** 2)
const pieces = Array.from({ length: megabytes }, () => chunk)
/** Of one upload, all alike: what is sent costs the sender nothing. */
const sha256 = hashOf()

export const manyUploads: Fault = {
  figure: 'L6',
  name: `${uploads} uploads of ${megabytes} MB at once`,
  bar: 'all arrive whole, a call is answered within 100 ms (p99), memory stays below 400 MB',
  rounds: { short: 0, long: 1 },
  obstacle: linuxOnly,
  async bringAbout(ground, rounds) {
    const site = await ground.site({ METRICS_TOKEN: metricsToken })
    await site.start()
    const address = site.address()
    const owner = await signIn(address, site.owner)
    const quiet = await quietTime(address, null, 'GET', '/api/health/live')
    const ping = newWatch()
    let whole = 0
    let memory = 0
    let loop = 0
    for (let round = 0; round < rounds; round++) {
      const targets: string[] = []
      while (targets.length < uploads) {
        // Five at a time are open for one person.
        const person = await registerUploader(site, owner, `uploader-${round}-${targets.length}`)
        for (let at = 0; at < 5; at++) {
          const wanted = { fileName: 'a.zip', fileType: 'application/zip', folder: 'scripts' }
          const { body } = await demand(address, person, 'POST', '/api/scripts/upload-url', wanted)
          targets.push(body.uploadUrl)
        }
      }
      const seen = await besideCalls(site, ping, [null, 'GET', '/api/health/live'], () =>
        Promise.all(
          targets.map((target) => putArchive(new URL(target, address), pieces, megabytes * chunk.length)),
        ),
      )
      memory = Math.max(memory, seen.memory)
      loop = Math.max(loop, seen.loop)
      whole += seen.result.filter((hash) => hash === sha256).length
    }
    return {
      'uploads that arrived whole': total(whole, '', { atLeast: uploads * rounds }),
      // The load is made by this process: its own turns are in every time that it measures, and not in this one.
      'event loop of the hub, p99': worst(loop, 'ms'),
      'p99 of a call before': worst(quiet, 'ms'),
      'p99 of a call meanwhile': worst(percentile(ping.times, 0.99), 'ms', { atMost: 100 }),
      'most memory': worst(memory, 'MB', { atMost: 400 }),
    }
  },
}

function hashOf(): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
