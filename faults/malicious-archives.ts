import { rejectedArchives } from '#test-support/archives/malicious-archives.ts'
import { isReady, requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { linuxOnly, memoryOf } from './measuring.ts'
import type { Site } from './site.ts'
import { stagedFiles, storedFiles } from './store.ts'
import { submission } from './submission.ts'

/** Megabytes. The allocator does not return memory to the system; a leak would grow with every archive. */
const growthMax = 60
const atOnce = 2

export const maliciousArchives: Fault = {
  figure: 'F13',
  name: 'malicious archives: bombs, path traversal, links, noise, and headers that exhaust the memory of the worker',
  bar: 'each is rejected with 400, the app keeps running with flat memory, no file is left',
  iterations: { short: 46, long: 500 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.shared()
    const owner = await signIn(site.url(), site.owner)
    const uploader = await registerUploader(site.url(), owner, `attacker${Date.now()}`)
    const pid = site.app().pid
    const countFiles = () => storedFiles(site).length + stagedFiles(site).length
    const filesBefore = countFiles()
    await submitValid(site, uploader, 'Before the storm')
    const files = countFiles()
    const filesPerScript = files - filesBefore
    const archives = rejectedArchives()
    const statuses: number[] = []
    let warm = 0
    let peak = 0
    for (let round = 0; round < iterations; round += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, iterations - round) }, (_, at) => round + at)
      const sent = some.map(async (at) => {
        const archive = archives[at % archives.length]
        if (!archive) return 0
        const [name, extension, content] = archive
        const { form } = await submission(`Malicious ${at}`)
        form.set('scriptFile', new Blob([new Uint8Array(content)]), `${name}.${extension}`)
        const response = await tryRequest(site.url(), uploader, 'POST', '/api/scripts', form)
        if (response?.status !== 400) env.log(`${name}.${extension} got ${response?.status}`)
        return response?.status ?? 0
      })
      statuses.push(...(await Promise.all(sent)))
      const memory = memoryOf(site)
      // Each kind twice: by then every library is loaded and the worker has run.
      if (round < 2 * archives.length) warm = Math.max(warm, memory)
      else peak = Math.max(peak, memory)
    }
    await submitValid(site, uploader, 'After the storm')
    const left = countFiles() - files - filesPerScript
    return {
      'archives sent': total(statuses.length, ''),
      'responses other than 400': total(statuses.filter((status) => status !== 400).length, '', {
        atMost: 0,
      }),
      'app crashes': total((await isReady(site.url())) && site.app().pid === pid ? 0 : 1, '', {
        atMost: 0,
      }),
      'files beyond those of the valid one': total(left, '', { atMost: 0 }),
      ...(peak > 0 && { 'memory above the warm state': worst(peak - warm, 'MB', { atMost: growthMax }) }),
    }
  },
}

async function submitValid(site: Site, uploader: RegisteredUser, name: string): Promise<void> {
  const { form } = await submission(name)
  await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
}
