import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { temporaryFolder } from '#test-support/files.ts'

import { analyseArchive, rescanPack, type AnalysisLimits } from './analyse-archive.ts'

type Extension = 'zip' | '7z' | 'rar'

const blocklist = { hosts: [], texts: [], files: [] }
const members = [
  { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'" },
  { name: 'garage/server.lua', content: 'print(1)' },
]

async function analyse(archive: Buffer, extension: Extension, limits: Partial<AnalysisLimits> = {}) {
  const folder = await temporaryFolder()
  const paths = { archive: join(folder, 'archive'), pack: join(folder, 'pack') }
  await writeFile(paths.archive, archive)
  return { pack: paths.pack, outcome: await analyseArchive({ ...paths, extension, blocklist, limits }) }
}

/** The analysis of a valid archive, with what its pack contains by path. */
async function analyseWhole(archive: Buffer, extension: Extension) {
  const { outcome, pack } = await analyse(archive, extension)
  if (outcome.state !== 'done') throw new Error(`${outcome.state}: ${outcome.detail}`)
  return { pack, analysis: outcome.analysis }
}

test.each<[Extension, Buffer]>([
  ['zip', zipOf(members)],
  ['7z', sevenZipOf(members)],
])(
  'a %s is analysed in the sandbox, and its pack is scanned again with the same result',
  async (extension, archive) => {
    const { pack, analysis } = await analyseWhole(archive, extension)

    expect(analysis).toMatchObject({ contents: { files: 2 }, resources: [{ path: 'garage' }], isWhole: true })
    expect(await rescanPack({ pack, indexAt: analysis.indexAt, blocklist })).toEqual({
      state: 'done',
      analysis,
    })
  },
)

test('an archive with a wrong CRC is damaged', async () => {
  const archive = zipOf(members)
  archive.write('prINt', archive.indexOf('print(1)'))

  expect((await analyse(archive, 'zip')).outcome).toMatchObject({ state: 'failed', code: 'damaged' })
})

test('work that is aborted rejects, so that it can be tried again', async () => {
  const folder = await temporaryFolder()
  const paths = { archive: join(folder, 'archive'), pack: join(folder, 'pack') }
  await writeFile(paths.archive, zipOf(members))
  const signal = AbortSignal.timeout(1)

  await expect(analyseArchive({ ...paths, extension: 'zip', blocklist, signal })).rejects.toThrow('timeout')
})

test('reading that hangs is interrupted', async () => {
  expect((await analyse(zipOf(members), 'zip', { timeoutMs: 1 })).outcome).toMatchObject({
    state: 'interrupted',
  })
})

test.each<[string, Extension, Partial<AnalysisLimits>]>([
  ['of JavaScript', 'zip', { heapMb: 32 }],
  ['of WebAssembly', '7z', { wasmMb: 32 }],
])('an archive that needs too much memory %s fails, and this process lives', async (_, extension, limits) => {
  const names = Array.from({ length: 20_000 }, (__, at) => ({ name: `${at}-${'n'.repeat(1000)}` }))
  const archive = extension === 'zip' ? zipOf(names) : sevenZipOf(names)

  expect((await analyse(archive, extension, limits)).outcome).toMatchObject({
    state: 'failed',
    code: 'memory',
  })
})

test('a pack must be a new file, and an archive must exist', async () => {
  const folder = await temporaryFolder()
  const pack = join(folder, 'pack')
  const archive = join(folder, 'archive')
  await expect(analyseArchive({ archive, pack, extension: 'zip', blocklist })).rejects.toThrow('ENOENT')
  await writeFile(archive, zipOf(members))
  await writeFile(pack, 'other')

  await expect(analyseArchive({ archive, pack, extension: 'zip', blocklist })).rejects.toThrow('EEXIST')

  expect(await readFile(pack, 'utf8')).toBe('other')
})

test.each([
  ['is cut', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['has another index', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
])('a pack that %s crashes the rescan, which is a result', async (_, change) => {
  const { pack, analysis } = await analyseWhole(zipOf(members), 'zip')
  await writeFile(pack, change(await readFile(pack)))

  const outcome = await rescanPack({ pack, indexAt: analysis.indexAt, blocklist })

  expect(outcome).toMatchObject({ state: 'failed', code: 'crashed' })
})
