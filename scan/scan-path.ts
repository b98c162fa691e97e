import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

import { analyseArchive, rescanPack, type AnalysisOutcome } from '#server/archives/analyse/analyse-archive.ts'
import type { AnalysisResult } from '#server/archives/analyse/analysis-result.ts'

import { emptyBlocklist as blocklist, withPack } from './analyse-files.ts'
import { readFolder } from './read-folder.ts'

/** The message is for the person at the terminal. */
export class ScanError extends Error {
  override name = 'ScanError'
}

const failures = {
  slow: 'The analysis took too much processor time',
  memory: 'The analysis needed too much memory',
  damaged: 'The archive is damaged or is no valid archive',
  crashed: 'The analysis ended unexpectedly',
} as const

/** Analyses a folder or an archive in a process without access to files or the network. */
export async function scanPath(path: string): Promise<{ report: AnalysisResult; links: string[] }> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new ScanError(`${path} does not exist`)
  if (stats.isDirectory()) return scanFolder(path)
  const extension = extname(path).toLowerCase()
  if (extension === '.zip' || extension === '.7z' || extension === '.rar') {
    const kind = extension === '.zip' ? 'zip' : extension === '.7z' ? '7z' : 'rar'
    return { report: await scanArchiveFile(path, kind), links: [] }
  }
  throw new ScanError(
    `${path} is neither a folder nor an archive (.zip, .7z, .rar). Name the folder of the resource: its manifest says what runs.`,
  )
}

async function scanFolder(path: string) {
  const { files, links } = readFolder(path)
  if (files.length === 0) throw new ScanError(`${path} contains no file`)
  const outcome = await withPack(files, ({ path: pack, indexAt }) =>
    rescanPack({ pack, indexAt, blocklist, mayPause: false }),
  )
  return { report: reportOf(outcome), links }
}

async function scanArchiveFile(archive: string, extension: 'zip' | '7z' | 'rar') {
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-scan-'))
  try {
    const pack = join(folder, 'pack')
    return reportOf(await analyseArchive({ archive, extension, pack, blocklist, mayPause: false }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function reportOf(outcome: AnalysisOutcome): AnalysisResult {
  if (outcome.state === 'done') return outcome.analysis
  const what = outcome.state === 'failed' ? failures[outcome.code] : 'The analysis was interrupted'
  throw new ScanError(`${what}: ${outcome.detail}`)
}
