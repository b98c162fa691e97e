import { rmSync } from 'node:fs'

import { demand, registerUploader, signIn } from './client.ts'
import { total, type Fault } from './fault.ts'
import type { Site } from './site.ts'
import { storedFiles } from './store.ts'
import { runJob } from './database.ts'
import { submission } from './submission.ts'

export const lostFile: Fault = {
  figure: 'F12',
  name: 'the file of a row is gone from the disk',
  bar: 'its download answers 404 and never 500, the log alerts, the rest of the site goes on',
  rounds: { short: 2, long: 20 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const uploader = await registerUploader(site, await signIn(site.address(), site.owner), 'uploader')
    const statuses: number[] = []
    let unreadable = 0
    for (let round = 0; round < rounds; round++) {
      const before = new Set(storedFiles(site))
      const { form } = await submission(`Robbed ${round}`)
      const { body: script } = await demand(site.address(), uploader, 'POST', '/api/scripts', form)
      const { body: link } = await demand(
        site.address(),
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
    const alerts = site.lastWords().filter((line) => line.includes('Files of scripts are missing'))
    const audit = await site.command('check-files')
    return {
      'files taken away': total(statuses.length, ''),
      'answers other than 404': total(statuses.filter((status) => status !== 404).length, '', { atMost: 0 }),
      'pages and calls that failed': total(unreadable, '', { atMost: 0 }),
      alerts: total(alerts.length, '', { atLeast: 1 }),
      'named by check-files': total(audit.output.match(/ is missing$/gm)?.length ?? 0, '', {
        atLeast: statuses.length,
      }),
    }
  },
}

async function statusOf(site: Site, path: string): Promise<number> {
  const response = await fetch(new URL(path, site.address()))
  await response.arrayBuffer()
  return response.status
}
