import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { demand, registerUploader, signIn } from './client.ts'
import { multiplyScript } from './crowd.ts'
import { query } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { sha256 } from './hashes.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { openWriters } from './writers.ts'

export const backupWhileWriting: Fault = {
  figure: 'F18',
  name: 'a backup while people write, restored elsewhere; a round is a script',
  bar: 'every table has the rows that were saved, every hash is right, both together in 5 minutes for 10,000 scripts',
  rounds: { short: 20, long: 10_000 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const uploader = await registerUploader(site, await signIn(site.address(), site.owner), 'archivist')
    const { form, archive } = await submission('The original', 20_000)
    const { body: script } = await demand(site.address(), uploader, 'POST', '/api/scripts', form)
    await multiplyScript(site, script.id, rounds)

    const folder = `${site.dataDir}-backup`
    const elsewhere = await ground.site()
    try {
      const startedAt = performance.now()
      const { written, saved } = await backUpWhileWriting(site, folder)
      const savedAt = performance.now()
      const restored = await elsewhere.command('restore', folder)
      const restoredAt = performance.now()
      for (const { code, output } of [saved, restored]) if (code !== 0) ground.say(output)
      await elsewhere.start()
      const differing = await compareRows(elsewhere, folder)
      for (const line of differing) ground.say(line)
      const audit = await elsewhere.command('check-files', '--hash')
      if (audit.code !== 0) ground.say(audit.output.slice(0, 500))
      const reader = await signIn(elsewhere.address(), uploader)
      const path = `/api/scripts/${script.id}/download`
      const { body: link } = await demand(elsewhere.address(), reader, 'GET', path)
      const answer = await fetch(new URL(link.downloadUrl, elsewhere.address()))
      const isSame = sha256(Buffer.from(await answer.arrayBuffer())) === sha256(archive)
      return {
        scripts: total(rounds, ''),
        'writes acknowledged meanwhile': total(written, '', { atLeast: 1 }),
        'commands that failed': total([saved, restored].filter(({ code }) => code !== 0).length, '', {
          atMost: 0,
        }),
        'tables with other rows than were saved': total(differing.length, '', { atMost: 0 }),
        'audits with a problem': total(audit.code === 0 ? 0 : 1, '', { atMost: 0 }),
        'downloads that differ': total(isSame ? 0 : 1, '', { atMost: 0 }),
        backup: worst((savedAt - startedAt) / 1000, 's'),
        restore: worst((restoredAt - savedAt) / 1000, 's'),
        'both together': worst((restoredAt - startedAt) / 1000, 's', { atMost: 300 }),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function backUpWhileWriting(site: Site, folder: string) {
  const writers = await openWriters(site)
  let isOver = false
  const writing = Promise.all(writers.map(({ write }) => write(() => isOver)))
  try {
    const saved = await site.command('backup', folder)
    return { saved, written: writers.reduce((sum, { ledger }) => sum + ledger.count(), 0) }
  } finally {
    isOver = true
    await writing
  }
}

/** Before anybody writes there; sessions and the like are made only by people who come. */
async function compareRows(site: Site, folder: string): Promise<string[]> {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const differing: string[] = []
  for (const { name, rows } of manifest.database.tables) {
    const [found] = await query<{ count: number }>(site, `select count(*)::int as count from ${name}`)
    if (found?.count !== rows) differing.push(`${name} has ${found?.count} rows instead of ${rows}`)
  }
  return differing
}
