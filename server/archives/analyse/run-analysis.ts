import { fstatSync } from 'node:fs'

import {
  InvalidArchiveError,
  messages,
  type ArchiveMember,
} from '#platform/inspection/archives/archive-limits.ts'
import { listArchive } from '#platform/inspection/archives/list-archive.ts'
import { readMembers } from '#platform/inspection/archives/read-members.ts'
import { checkpoint } from '#platform/sandbox/sandbox-program.ts'
import {
  createPackWriter,
  IndexTooLargeError,
  type PackWriter,
  readIndex,
} from '#server/archives/pack/pack-format.ts'
import type { PackIndex } from '#server/archives/pack/pack-index.ts'
import { storeMembers } from '#server/archives/pack/store-members.ts'

import type { AnalysisReply, AnalysisRequest, AnalysisResult, FailureCode } from './analysis-result.ts'
import { interpretPack } from './interpret-pack.ts'

/** The work of the sandboxed process. The files are the archive and the pack to write, or the pack to scan again. */
export async function runAnalysis(
  request: AnalysisRequest,
  [first, second]: readonly [number, number],
): Promise<AnalysisReply> {
  try {
    const analysis =
      request.work === 'analyse' ? await analyse(request, first, second) : rescan(request, first)
    return { state: 'done', analysis }
  } catch (error) {
    return failureOf(error)
  }
}

type Work<Name> = Extract<AnalysisRequest, { work: Name }>

async function analyse(request: Work<'analyse'>, archive: number, pack: number): Promise<AnalysisResult> {
  const writer = createPackWriter(pack)
  const index = await readArchive(archive, writer, request)
  const place = writer.finish(index)
  return { ...interpretPack(pack, index, request.blocklist), ...place }
}

function rescan({ indexAt, blocklist }: Work<'rescan'>, pack: number): AnalysisResult {
  const interpreted = interpretPack(pack, readIndex(pack, indexAt), blocklist)
  return { ...interpreted, indexAt, packSize: fstatSync(pack).size }
}

async function readArchive(
  archive: number,
  writer: PackWriter,
  { extension, wasmMemoryMax }: Work<'analyse'>,
): Promise<PackIndex> {
  const { size } = fstatSync(archive)
  const all: ArchiveMember[] = []
  await listArchive(archive, size, extension, wasmMemoryMax, (member) => all.push(member))
  const files = all.filter(({ isFolder }) => !isFolder)
  const store = storeMembers(files, writer)
  await readMembers(archive, files, wasmMemoryMax, {
    write(member, bytes) {
      checkpoint()
      store.write(member, bytes)
    },
    end: (member) => store.end(member),
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
