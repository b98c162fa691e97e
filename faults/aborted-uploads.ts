import { setTimeout as pause } from 'node:timers/promises'

import { query } from './database.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { descriptorsOf, linuxOnly } from './measuring.ts'
import { stagedFiles } from './store.ts'
import { prepareUpload, uploadKinds } from './uploads.ts'
import { until } from './waiting.ts'

const archiveSize = 2_000_000
const abortAfter = [0.1, 0.5, 0.9] as const
/** Idle connections may still be open on both sides; only growth would be a leak. */
const descriptorsMore = 10

export const abortedUploads: Fault = {
  figure: 'F8',
  name: 'clients that disconnect at 10, 50 and 90 % of an upload',
  bar: 'no row, no staged file except those that tus can resume, no leaked descriptors',
  iterations: { short: 9, long: 100 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.shared()
    const owner = await signIn(site.url(), site.owner)
    const uploader = await registerUploader(site.url(), owner, `leaver${Date.now()}`)
    const count = () => query<{ id: number }>(site, 'select id from scripts')
    const scripts = (await count()).length
    const files = stagedFiles(site).length
    const descriptors = descriptorsOf(site)
    let completed = 0
    let resumable = 0
    for (let round = 0; round < iterations; round++) {
      const kind = uploadKinds[round % uploadKinds.length] ?? 'form'
      const part = abortAfter[Math.floor(round / uploadKinds.length) % abortAfter.length] ?? 0.5
      const { send } = await prepareUpload(site, uploader, kind, archiveSize)
      const outcome = await send((request, bytes) => {
        request.write(bytes.subarray(0, bytes.length * part), () => {
          void pause(round % 20).then(() => request.destroy())
        })
      })
      if (typeof outcome === 'object') completed += 1
      if (kind === 'tus') resumable += 1
    }
    // The newest five unfinished uploads of a user stay open; older ones are removed.
    const left = () => stagedFiles(site).length - files
    const mayStay = Math.min(resumable, 5)
    await until(() => left() <= mayStay, 10_000, 'staged files').catch(() => 0)
    const more = () => descriptorsOf(site) - descriptors
    await until(() => more() <= descriptorsMore, 10_000, 'descriptors').catch(() => 0)
    return {
      'uploads aborted': total(iterations - completed, '', { atLeast: iterations }),
      rows: total((await count()).length - scripts, '', { atMost: 0 }),
      'staged files beyond those of tus': worst(Math.max(0, left() - mayStay), '', { atMost: 0 }),
      'additional descriptors': worst(more(), '', { atMost: descriptorsMore }),
    }
  },
}
