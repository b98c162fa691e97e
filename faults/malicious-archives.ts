import { randomBytes } from 'node:crypto'

import { rar5Of } from '#test-support/archives/rar.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'

import { isReady, requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { linuxOnly, memoryOf } from './measuring.ts'
import type { Site } from './site.ts'
import { stagedFiles, storedFiles } from './store.ts'
import { submission } from './submission.ts'

type MaliciousArchive = { fileName: string; content: Buffer }

/** Megabytes. The allocator does not return memory to the system; a leak would grow with every archive. */
const growthMax = 60
const atOnce = 2

export const maliciousArchives: Fault = {
  figure: 'F13',
  name: 'malicious archives: bombs, path traversal, links, noise, and headers that exhaust the memory of the worker',
  bar: 'each is rejected with 400, the app keeps running with flat memory, no file is left',
  iterations: { short: 24, long: 500 },
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
    const archives = createMaliciousArchives()
    const statuses: number[] = []
    let warm = 0
    let peak = 0
    for (let round = 0; round < iterations; round += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, iterations - round) }, (_, at) => round + at)
      const sent = some.map(async (at) => {
        const archive = archives[at % archives.length]
        if (!archive) return 0
        const { form } = await submission(`Malicious ${at}`)
        form.set('scriptFile', new Blob([new Uint8Array(archive.content)]), archive.fileName)
        const response = await tryRequest(site.url(), uploader, 'POST', '/api/scripts', form)
        if (response?.status !== 400) env.log(`${archive.fileName} got ${response?.status}`)
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

function createMaliciousArchives(): MaliciousArchive[] {
  const one = [{ name: 'a.lua', content: 'x' }]
  const long = Array.from({ length: 9_000 }, (_, at) => ({ name: `${at}-${'n'.repeat(3_000)}` }))
  const signature = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])
  return [
    { fileName: 'climbs.zip', content: zipOf([{ name: '../../etc/passwd', content: 'x' }]) },
    { fileName: 'links.zip', content: zipOf([{ name: 'link', content: '/etc/passwd', mode: 0o120777 }]) },
    {
      fileName: 'bomb.zip',
      content: zipOf([{ name: 'a.bin', content: Buffer.alloc(80 * 1024 * 1024), deflate: true }]),
    },
    { fileName: 'claims.zip', content: zipOf(one, { claimedCount: 60_000 }) },
    {
      fileName: 'cut.zip',
      content: zipOf([{ name: 'a.bin', content: randomBytes(5_000) }]).subarray(0, 3_000),
    },
    { fileName: 'twice.zip', content: zipOf([...one, { name: 'A.LUA', content: 'y' }]) },
    { fileName: 'noise.7z', content: Buffer.concat([signature, randomBytes(4_000)]) },
    { fileName: 'names.7z', content: sevenZipOf(long) },
    { fileName: 'claims.7z', content: sevenZipOf(one, { claimedSize: 2 ** 45 }) },
    { fileName: 'links.rar', content: rar5Of([{ name: 'l', link: { type: 1, target: '/etc/passwd' } }]) },
    { fileName: 'locked.rar', content: rar5Of(one, { headersEncrypted: true }) },
    { fileName: 'noise.rar', content: Buffer.concat([rar5Of(one).subarray(0, 12), randomBytes(4_000)]) },
  ]
}
