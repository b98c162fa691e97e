import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { cloneScript } from './bulk-data.ts'
import { query } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { sha256 } from './hashes.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { openWriters } from './writers.ts'

export const backupWhileWriting: Fault = {
  figure: 'F18',
  name: 'a backup during writes, restored elsewhere; an iteration is a script',
  bar: 'every table has the saved rows, all hashes are correct, both take at most 5 minutes for 10,000 scripts',
  iterations: { short: 20, long: 10_000 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const uploader = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'archivist')
    const { form, archive } = await submission('The original', 20_000)
    const { body: script } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
    await cloneScript(site, script.id, iterations)

    const folder = `${site.dataDir}-backup`
    const elsewhere = await env.site()
    try {
      const startedAt = performance.now()
      const { written, saved } = await backUpWhileWriting(site, folder)
      const savedAt = performance.now()
      const restored = await elsewhere.command('restore', folder)
      const restoredAt = performance.now()
      for (const { code, output } of [saved, restored]) if (code !== 0) env.log(output)
      await elsewhere.start()
      const differing = await compareRows(elsewhere, folder)
      for (const line of differing) env.log(line)
      const audit = await elsewhere.command('check-files', '--hash')
      if (audit.code !== 0) env.log(audit.output.slice(0, 500))
      const reader = await signIn(elsewhere.url(), uploader)
      const path = `/api/scripts/${script.id}/download`
      const { body: link } = await requireSuccess(elsewhere.url(), reader, 'GET', path)
      const response = await fetch(new URL(link.downloadUrl, elsewhere.url()))
      const isSame = sha256(Buffer.from(await response.arrayBuffer())) === sha256(archive)
      return {
        scripts: total(iterations, ''),
        'writes acknowledged during it': total(written, '', { atLeast: 1 }),
        'commands that failed': total([saved, restored].filter(({ code }) => code !== 0).length, '', {
          atMost: 0,
        }),
        'tables with different rows': total(differing.length, '', { atMost: 0 }),
        'failed audits': total(audit.code === 0 ? 0 : 1, '', { atMost: 0 }),
        'downloads that differ': total(isSame ? 0 : 1, '', { atMost: 0 }),
        backup: worst((savedAt - startedAt) / 1000, 's'),
        restore: worst((restoredAt - savedAt) / 1000, 's'),
        'backup and restore': worst((restoredAt - startedAt) / 1000, 's', { atMost: 300 }),
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
    return { saved, written: writers.reduce((sum, { journal }) => sum + journal.count(), 0) }
  } finally {
    isOver = true
    await writing
  }
}

/** The rows before any client writes. */
async function compareRows(site: Site, folder: string): Promise<string[]> {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const differing: string[] = []
  for (const { name, rows } of manifest.database.tables) {
    const [found] = await query<{ count: number }>(site, `select count(*)::int as count from ${name}`)
    if (found?.count !== rows) differing.push(`${name} has ${found?.count} rows instead of ${rows}`)
  }
  return differing
}
