import { rmSync } from 'node:fs'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { storedFiles } from './store.ts'
import { runJob } from './database.ts'
import { submission } from './submission.ts'

export const lostFile: Fault = {
  figure: 'F12',
  name: 'the file of a row is missing on the disk',
  bar: 'its download responds with 404 and never 500, the log reports it, the rest of the site works',
  iterations: { short: 2, long: 20 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const uploader = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
    const statuses: number[] = []
    let unreadable = 0
    for (let round = 0; round < iterations; round++) {
      const before = new Set(storedFiles(site))
      const { form } = await submission(`Robbed ${round}`)
      const { body: script } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
      const { body: link } = await requireSuccess(
        site.url(),
        uploader,
        'GET',
        `/api/scripts/${script.id}/download`,
      )
      for (const path of storedFiles(site)) if (!before.has(path)) rmSync(path)
      statuses.push(await statusOf(site, link.downloadUrl))
      for (const image of script.images) statuses.push(await statusOf(site, image))
      for (const path of [`/api/scripts/${script.id}`, `/scripts/${script.id}`, '/api/scripts'])
        if ((await statusOf(site, path)) !== 200) unreadable += 1
    }
    await runJob(site, 'sweep-files')
    const alerts = site.logTail().filter((line) => line.includes('Files of scripts are missing'))
    const audit = await site.command('check-files')
    return {
      'files removed': total(statuses.length, ''),
      'responses other than 404': total(statuses.filter((status) => status !== 404).length, '', {
        atMost: 0,
      }),
      'pages and calls that failed': total(unreadable, '', { atMost: 0 }),
      alerts: total(alerts.length, '', { atLeast: 1 }),
      'reported by check-files': total(audit.output.match(/ is missing$/gm)?.length ?? 0, '', {
        atLeast: statuses.length,
      }),
    }
  },
}

async function statusOf(site: Site, path: string): Promise<number> {
  const response = await fetch(new URL(path, site.url()))
  await response.arrayBuffer()
  return response.status
}
