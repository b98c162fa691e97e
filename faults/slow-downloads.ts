import { get } from 'node:http'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import {
  besideCalls,
  linuxOnly,
  memoryOf,
  metricsToken,
  newWatch,
  otherThan,
  percentile,
  quietTime,
} from './measuring.ts'
import { submission } from './submission.ts'

const readers = 100
const size = 12 * 1024 ** 2
/** Bytes of one read; ten reads a second make 1 MB. */
const readSize = 1024 ** 2 / 10

export const slowDownloads: Fault = {
  figure: 'L8',
  name: `${readers} downloads of 12 MB that are read at 1 MB a second`,
  bar: 'all are complete, an uncached call responds within 200 ms (p99)',
  iterations: { short: 0, long: 2 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.site({ METRICS_TOKEN: metricsToken })
    await site.start()
    const url = site.url()
    const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
    const { form, archive } = await submission('The large one', size)
    const { body: script } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
    const quiet = await quietTime(url, uploader, 'GET', '/api/users/me')
    const memoryBefore = memoryOf(site)
    const calls = newWatch()
    let whole = 0
    let memory = 0
    let loop = 0
    for (let round = 0; round < iterations; round++) {
      const { body: link } = await requireSuccess(url, uploader, 'GET', `/api/scripts/${script.id}/download`)
      const target = new URL(link.downloadUrl, url)
      const seen = await besideCalls(site, calls, [uploader, 'GET', '/api/users/me'], () =>
        Promise.all(Array.from({ length: readers }, () => readSlowly(target))),
      )
      memory = Math.max(memory, seen.memory)
      loop = Math.max(loop, seen.loop)
      whole += seen.result.filter((bytes) => bytes === archive.length).length
    }
    return {
      'complete downloads': total(whole, '', { atLeast: readers * iterations }),
      // This process also makes the load, so its own delay is part of every time below, but not of this one.
      'event-loop delay, p99': worst(loop, 'ms'),
      'p99 of a call before': worst(quiet, 'ms'),
      'p99 of a call during it': worst(percentile(calls.times, 0.99), 'ms', { atMost: 200 }),
      'calls that failed': total(otherThan(calls, 200), '', { atMost: 0 }),
      'memory before': worst(memoryBefore, 'MB'),
      'peak memory': worst(memory, 'MB'),
    }
  },
}

/** Returns the number of received bytes. */
function readSlowly(target: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    get(target, { agent: false }, (response) => {
      let bytes = 0
      let allowed = readSize
      const timer = setInterval(() => {
        allowed += readSize
        response.resume()
      }, 100)
      const end = () => {
        clearInterval(timer)
        resolve(bytes)
      }
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes >= allowed) response.pause()
      })
      response.on('end', end).on('error', end)
    }).once('error', reject)
  })
}
