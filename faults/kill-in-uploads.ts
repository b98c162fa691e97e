import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { countScripts, runJob } from './database.ts'
import { registerUploader, signIn, type Person } from './client.ts'
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
  name: 'kill -9 during an upload, at a random byte: by form, signed address and tus',
  bar: 'no row without its file, after the sweep no file without a row, every hash right; tus goes on',
  rounds: { short: 3, long: 50 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const uploader = await registerUploader(site, await signIn(site.address(), site.owner), 'uploader')
    const tally = { answered: 0, rowsWithoutAnswer: 0, notResumed: 0, problems: 0 }
    for (let round = 0; round < rounds; round++) {
      const kind = uploadKinds[round % uploadKinds.length] ?? 'form'
      const before = await countScripts(site)
      const { outcome, resumed } = await killOnce(site, uploader, kind)
      if (typeof outcome === 'object') tally.answered += 1
      const expected = before + (resumed === undefined ? 0 : 1)
      // By form a script may have been made whose answer was not heard any more; the audit sees whether it is whole.
      const more = (await countScripts(site)) - expected
      if (more < 0 || more > (kind === 'form' ? 1 : 0)) tally.rowsWithoutAnswer += 1
      if (resumed === false) tally.notResumed += 1
      const { code, output } = await site.command('check-files', '--hash')
      if (code === 0) continue
      tally.problems += 1
      ground.say(`round ${round + 1}, ${kind}: ${output.trim()}`)
    }
    const swept = await sweep(site)
    // All files are old by now, so the audit also finds those that no row names.
    const { code, output } = await site.command('check-files', '--hash')
    if (code !== 0) ground.say(output.trim())
    return {
      rounds: total(rounds, ''),
      'uploads killed on their way': total(rounds - tally.answered, '', { atLeast: Math.ceil(rounds / 2) }),
      'rows that nobody asked for': total(tally.rowsWithoutAnswer, '', { atMost: 0 }),
      'audits with a problem': total(tally.problems + (code === 0 ? 0 : 1), '', { atMost: 0 }),
      'tus uploads that could not go on': total(tally.notResumed, '', { atMost: 0 }),
      'staged files before the sweep': total(swept.before, ''),
      'staged files after it': total(swept.after, '', { atMost: 0 }),
    }
  },
}

async function killOnce(site: Site, uploader: Person, kind: (typeof uploadKinds)[number]) {
  const { bytes, send, resume } = await prepareUpload(site, uploader, kind, archiveSize)
  const killAt = randomInt(1, bytes.length)
  const hub = site.hub()
  const staged = stagedFiles(site).length
  const killSoon = async () => {
    // Written is not yet read: in most rounds the hub has begun to keep it, in some it has not.
    if (killAt % 4 > 0)
      await until(() => stagedFiles(site).length > staged, 3_000, 'It was not kept').catch(() => 0)
    await pause(randomInt(0, 30))
    await hub.end('SIGKILL')
  }
  const outcome: Outcome = await send((request) => {
    request.write(bytes.subarray(0, killAt), () => {
      void killSoon()
    })
  })
  await hub.end('SIGKILL')
  await site.start()
  const resumed =
    resume &&
    (await resume().then(
      (hash) => hash === sha256(bytes),
      () => false,
    ))
  return { outcome, resumed }
}

/** As a day later: the hub removes what broke off and what no row names. */
async function sweep(site: Site) {
  const staged = stagedFiles(site)
  makeOld([...staged, ...storedFiles(site)])
  await runJob(site, 'sweep-uploads')
  await runJob(site, 'sweep-files')
  return { before: staged.length, after: stagedFiles(site).length }
}
