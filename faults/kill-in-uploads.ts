import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { countScripts, runJob } from './database.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, type Fault } from './fault.ts'
import { sha256 } from './hashes.ts'
import type { Outcome } from './raw-request.ts'
import type { Site } from './site.ts'
import { makeOld, stagedFiles, storedFiles } from './store.ts'
import { prepareUpload, uploadKinds } from './uploads.ts'
import { until } from './waiting.ts'

const archiveSize = 3_000_000

export const killInUploads: Fault = {
  figure: 'F2',
  name: 'kill -9 during an upload, at a random byte: by form, signed URL and tus',
  bar: 'no row without its file, no file without a row after the sweep, all hashes correct; tus resumes',
  iterations: { short: 3, long: 50 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const uploader = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
    const tally = { completed: 0, unexpectedRows: 0, notResumed: 0, failedAudits: 0 }
    for (let round = 0; round < iterations; round++) {
      const kind = uploadKinds[round % uploadKinds.length] ?? 'form'
      const before = await countScripts(site)
      const { outcome, resumed } = await killOnce(site, uploader, kind)
      if (typeof outcome === 'object') tally.completed += 1
      const expected = before + (resumed === undefined ? 0 : 1)
      // A form may have created a script although its response was lost; the audit checks that it is complete.
      const more = (await countScripts(site)) - expected
      if (more < 0 || more > (kind === 'form' ? 1 : 0)) tally.unexpectedRows += 1
      if (resumed === false) tally.notResumed += 1
      const { code, output } = await site.command('check-files', '--hash')
      if (code === 0) continue
      tally.failedAudits += 1
      env.log(`round ${round + 1}, ${kind}: ${output.trim()}`)
    }
    const swept = await sweep(site)
    // All files are old by now, so the audit also finds those that no row names.
    const { code, output } = await site.command('check-files', '--hash')
    if (code !== 0) env.log(output.trim())
    return {
      iterations: total(iterations, ''),
      'uploads interrupted': total(iterations - tally.completed, '', { atLeast: Math.ceil(iterations / 2) }),
      'unexpected rows': total(tally.unexpectedRows, '', { atMost: 0 }),
      'failed audits': total(tally.failedAudits + (code === 0 ? 0 : 1), '', { atMost: 0 }),
      'tus uploads that could not resume': total(tally.notResumed, '', { atMost: 0 }),
      'staged files before the sweep': total(swept.before, ''),
      'staged files after it': total(swept.after, '', { atMost: 0 }),
    }
  },
}

async function killOnce(site: Site, uploader: RegisteredUser, kind: (typeof uploadKinds)[number]) {
  const { bytes, send, resume } = await prepareUpload(site, uploader, kind, archiveSize)
  const killAt = randomInt(1, bytes.length)
  const app = site.app()
  const staged = stagedFiles(site).length
  const killSoon = async () => {
    // In most iterations the app has begun to stage the upload, in some it has not.
    if (killAt % 4 > 0)
      await until(() => stagedFiles(site).length > staged, 3_000, 'The upload was not staged').catch(() => 0)
    await pause(randomInt(0, 30))
    await app.stop('SIGKILL')
  }
  const outcome: Outcome = await send((request) => {
    request.write(bytes.subarray(0, killAt), () => {
      void killSoon()
    })
  })
  await app.stop('SIGKILL')
  await site.start()
  const resumed =
    resume &&
    (await resume().then(
      (hash) => hash === sha256(bytes),
      () => false,
    ))
  return { outcome, resumed }
}

/** Runs the sweeps as if two days had passed: they remove interrupted uploads and files without a row. */
async function sweep(site: Site) {
  const staged = stagedFiles(site)
  makeOld([...staged, ...storedFiles(site)])
  await runJob(site, 'sweep-uploads')
  await runJob(site, 'sweep-files')
  return { before: staged.length, after: stagedFiles(site).length }
}
