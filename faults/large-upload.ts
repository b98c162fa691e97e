import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { pipeline } from 'node:stream/promises'

import { scriptForm } from '#test-support/script-forms.ts'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { sha256 } from './hashes.ts'
import { keepOn, linuxOnly, memoryOf } from './measuring.ts'
import { archiveOf } from './submission.ts'
import { putArchive } from './uploads.ts'

const megabytes = 999
const piece = 1024 ** 2

export const largeUpload: Fault = {
  figure: 'L7',
  name: `an archive of ${megabytes} MB sent, submitted and fetched again`,
  bar: 'sent within 60 s on loopback, memory grows by at most 100 MB, the same bytes come back',
  iterations: { short: 0, long: 1 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const url = site.url()
    const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
    const archive = archiveOf(megabytes * piece)
    const expected = sha256(archive)
    const memoryBefore = memoryOf(site)
    let memory = 0
    let slowest = 0
    let same = 0
    let isOver = false
    const sampling = keepOn(
      () => isOver,
      50,
      async () => (memory = Math.max(memory, memoryOf(site))),
    )
    for (let round = 0; round < iterations; round++) {
      const details = { fileName: 'large.zip', fileSize: archive.length }
      const { body: upload } = await requireSuccess(url, uploader, 'POST', '/api/scripts/upload-url', details)
      const startedAt = performance.now()
      const found = await putArchive(new URL(upload.uploadUrl, url), piecesOf(archive), archive.length)
      slowest = Math.max(slowest, performance.now() - startedAt)
      const form = await scriptForm({ name: `Large ${round}`, fileKey: upload.fileKey }, { archive: null })
      const { body: script } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
      const { body: link } = await requireSuccess(url, uploader, 'GET', `/api/scripts/${script.id}/download`)
      const fetched = await hashOf(new URL(link.downloadUrl, url))
      if (found === expected && fetched === expected) same++
    }
    isOver = true
    await sampling
    return {
      'archives that came back the same': total(same, '', { atLeast: iterations }),
      'sent within': worst(slowest, 'ms', { atMost: 60_000 }),
      'memory more than before': worst(memory - memoryBefore, 'MB', { atMost: 100 }),
    }
  },
}

function* piecesOf(archive: Buffer): Generator<Buffer> {
  for (let at = 0; at < archive.length; at += piece) yield archive.subarray(at, at + piece)
}

function hashOf(source: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    get(source, async (response) => {
      const hash = createHash('sha256')
      await pipeline(response, hash)
      resolve(hash.digest('hex'))
    }).once('error', reject)
  })
}
