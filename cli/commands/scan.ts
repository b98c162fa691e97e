import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'

import '#cli/node-20.ts'
import { CliError, exitCodes, explainDiskError, type ExitCode } from '#cli/cli-error.ts'
import { messages } from '#platform/inspection/archives/archive-limits.ts'
import { analyseFiles, emptyBlocklist } from '#scan/analyse-files.ts'
import { readFolder } from '#scan/read-folder.ts'
import { sarifReport } from '#scan/sarif-report.ts'
import { textReport } from '#scan/text-report.ts'
import type { AnalysisReply, AnalysisResult } from '#server/archives/analyse/analysis-result.ts'
import { runAnalysis } from '#server/archives/analyse/run-analysis.ts'

import { folderOf, type Globals } from './context.ts'

const levels = ['high', 'medium', 'low'] as const

/** Analyses a folder or an archive on this machine. Nothing of it is run, and nothing is sent. */
export async function scan(
  path: string | undefined,
  options: Globals & { sarif?: boolean; failOn?: string },
): Promise<ExitCode> {
  const limit = levelOf(options.failOn)
  const { report, links } = await scanPath(resolve(folderOf(options), path ?? 'resources'))
  process.stdout.write(
    options.json || options.sarif
      ? `${JSON.stringify(options.sarif ? sarifReport(report) : report, null, 2)}\n`
      : textReport(report, links),
  )
  return exceeds(report, limit) ? exitCodes.found : exitCodes.done
}

/** Below the index of a severity no finding passes; 0 without an option. */
export function levelOf(failOn: string | undefined): number {
  const index = levels.findIndex((level) => level === failOn)
  if (failOn !== undefined && index < 0)
    throw new CliError(`--fail-on takes high, medium or low, not "${failOn}".`)
  return index + 1
}

export function exceeds({ counts }: Pick<AnalysisResult, 'counts'>, limit: number): boolean {
  return levels.slice(0, limit).some((level) => counts[level] > 0)
}

async function scanPath(path: string): Promise<{ report: AnalysisResult; links: string[] }> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new CliError(`${path} does not exist. Name a folder or an archive.`)
  if (!stats.isDirectory()) return { report: resultOf(await scanArchive(path)), links: [] }
  const { files, links } = readFolder(path)
  if (files.length === 0) throw new CliError(`${path} contains no file. Name another folder or an archive.`)
  return { report: resultOf(await analyseFiles(files)), links }
}

async function scanArchive(path: string): Promise<AnalysisReply> {
  const extension = extname(path).slice(1).toLowerCase()
  if (extension !== 'zip' && extension !== '7z' && extension !== 'rar')
    throw new CliError(`${path} is neither a folder nor an archive (.zip, .7z, .rar). Name one.`)
  const folder = mkdtempSync(join(tmpdir(), 'scripthaven-scan-'))
  const archive = openSync(path, 'r')
  const pack = openSync(join(folder, 'pack'), 'wx+', 0o600)
  try {
    const request = {
      work: 'analyse',
      extension,
      wasmMemoryMax: 512 * 1024 ** 2,
      blocklist: emptyBlocklist,
    } as const
    return await runAnalysis(request, [archive, pack])
  } catch (error) {
    // Of the programs that read archives.
    if (explainDiskError(error)) throw error
    throw new CliError(`${path} cannot be read: ${messages.damaged}. Get it again.`)
  } finally {
    closeSync(archive)
    closeSync(pack)
    rmSync(folder, { recursive: true })
  }
}

export function resultOf(reply: AnalysisReply): AnalysisResult {
  if (reply.state === 'failed') throw new CliError(`It cannot be read: ${reply.detail}.`)
  return reply.analysis
}
