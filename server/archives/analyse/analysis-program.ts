import { constants, fstatSync } from 'node:fs'

import { InvalidArchiveError, messages, type ArchiveMember } from '#platform/inspection/archives/archive-limits.ts'
import { listArchive } from '#platform/inspection/archives/list-archive.ts'
import { readMembers } from '#platform/inspection/archives/read-members.ts'
import { exitWithParent, readRequest, sendReply } from '#platform/sandbox/sandbox-program.ts'
import type { PackIndex } from '#server/archives/pack/pack-index.ts'
import { createPackWriter, IndexTooLargeError } from '#server/archives/pack/pack-writer.ts'
import { readIndex } from '#server/archives/pack/read-pack.ts'
import { storeMembers } from '#server/archives/pack/store-members.ts'

import type { AnalysisReply, AnalysisRequest, FailureCode } from './analysis-result.ts'
import { interpretPack } from './interpret-pack.ts'

const firstFile = 3

async function analyse(request: AnalysisRequest): Promise<AnalysisReply> {
  const { blocklist } = request
  if (request.work === 'rescan') {
    const [pack, indexAt] = [firstFile, request.indexAt]
    const found = interpretPack(pack, readIndex(pack, indexAt), blocklist)
    return { state: 'done', analysis: { ...found, indexAt, packSize: fstatSync(pack).size } }
  }
  const [archive, pack] = [firstFile, firstFile + 1]
  const writer = createPackWriter(pack)
  const index = await readArchive(archive, writer, request)
  const place = writer.finish(index)
  return { state: 'done', analysis: { ...interpretPack(pack, index, blocklist), ...place } }
}

async function readArchive(
  archive: number,
  writer: ReturnType<typeof createPackWriter>,
  { extension, wasmMemoryMax }: Extract<AnalysisRequest, { work: 'analyse' }>,
): Promise<PackIndex> {
  const { size } = fstatSync(archive)
  const all: ArchiveMember[] = []
  await listArchive(archive, size, extension, wasmMemoryMax, (member) => all.push(member))
  const files = all.filter(({ isFolder }) => !isFolder)
  const store = storeMembers(files, writer)
  await readMembers(archive, files, wasmMemoryMax, {
    write(member, bytes) {
      exitWithParent()
      store.write(member, bytes)
    },
    end: store.end,
  })
  return { version: 1, archiveSize: size, folders: countFolders(all), members: store.members }
}

/** Those that the archive lists, and those that only the paths of its files contain. */
function countFolders(members: readonly ArchiveMember[]): number {
  const folders = new Set<string>()
  for (const { path, isFolder } of members) {
    let folder = isFolder ? path.replace(/\/$/, '') : parentOf(path)
    for (; folder !== '' && !folders.has(folder); folder = parentOf(folder)) folders.add(folder)
  }
  return folders.size
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function failureOf(error: unknown): AnalysisReply {
  const code = codeOf(error)
  if (code === undefined || !(error instanceof Error)) throw error
  return { state: 'failed', code, detail: error.message }
}

function codeOf(error: unknown): FailureCode | undefined {
  if (error instanceof InvalidArchiveError) return error.message === messages.memory ? 'memory' : 'damaged'
  return error instanceof IndexTooLargeError ? 'memory' : undefined
}

// 7z-wasm asks for these numbers when it is loaded, by a function that is not available in a sandbox.
Object.assign(process, { binding: () => ({ fs: constants }) })
await sendReply(await analyse(await readRequest<AnalysisRequest>()).catch(failureOf))
