import { mkdtempSync, openSync, closeSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AnalysisReply } from '#server/archives/analyse/analysis-result.ts'
import { runAnalysis } from '#server/archives/analyse/run-analysis.ts'
import { packLimits, createPackWriter } from '#server/archives/pack/pack-format.ts'
import { storeMembers } from '#server/archives/pack/store-members.ts'

import type { SourceFile } from './source-file.ts'

export const emptyBlocklist = { hosts: [], texts: [], files: [] }

/** Analyses files as the server does with those of an archive. Nothing is run. */
export async function analyseFiles(files: readonly SourceFile[]): Promise<AnalysisReply> {
  return withPack(files, async ({ file, indexAt }) =>
    runAnalysis({ work: 'rescan', indexAt, blocklist: emptyBlocklist }, [file, file]),
  )
}

/** Stores the files in a temporary pack. */
export async function withPack<Result>(
  files: readonly SourceFile[],
  use: (pack: { path: string; file: number; indexAt: number }) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-scan-'))
  const path = join(folder, 'pack')
  const file = openSync(path, 'wx+', 0o600)
  try {
    return await use({ path, file, indexAt: writePack(files, file) })
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true })
  }
}

function writePack(files: readonly SourceFile[], file: number): number {
  const members = files.map(({ path, size }) => ({ path, size, isFolder: false, crc: undefined }))
  const writer = createPackWriter(file)
  const store = storeMembers(members, writer)
  for (const [position, member] of members.entries()) {
    const bytes = files[position]?.read()
    if (bytes) store.write(member, bytes)
    store.end(member)
  }
  const archiveSize = members.reduce((sum, { size }) => sum + size, 0)
  return writer.finish({ version: 1, archiveSize, folders: 0, members: store.members }).indexAt
}

/** The longest text that is analysed. */
export const textMax = packLimits.textMax
