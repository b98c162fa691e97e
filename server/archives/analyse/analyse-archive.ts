import { open } from 'node:fs/promises'

import { z } from 'zod/mini'

import { runInSandbox, type Pace } from '#platform/sandbox/run-in-sandbox.ts'
import { bundleOf } from '#tools/archive-programs.mjs'

import {
  AnalysisReply,
  type AnalysisRequest,
  type AnalysisResult,
  type Blocklist,
  type FailureCode,
} from './analysis-result.ts'

export type AnalysisOutcome =
  | { state: 'done'; analysis: AnalysisResult }
  /** Something else than the archive ended it. */
  | { state: 'interrupted'; detail: string }
  /** `detail` is for the log. */
  | { state: 'failed'; code: FailureCode; detail: string }

/**
 * `quick` gets a core like any other process, and little of it. On busy cores, the others get a tenth of one and pause most of the
 * time (`checkpoint`): `long` ones after a second, `background` ones from the start.
 */
export type Effort = 'quick' | 'long' | 'background'

export type AnalysisLimits = {
  processorSeconds: number
  timeoutMs: number
  pace: Pace
  heapMb: number
  wasmMb: number
}

const memory = { heapMb: 256, wasmMb: 512 }
/** Pauses take up to twenty times as long as the work. */
const long = { processorSeconds: 600, timeoutMs: 4 * 3_600_000, ...memory }
const limitsOf: Record<Effort, AnalysisLimits> = {
  quick: { processorSeconds: 4, timeoutMs: 60_000, pace: { priority: 0, unpausedMs: 60_000 }, ...memory },
  long: { ...long, pace: { priority: 10, unpausedMs: 1000 } },
  background: { ...long, pace: { priority: 10, unpausedMs: 0 } },
}
const replySizeMax = 16 * 1024 ** 2
const source = new URL('analysis-program.ts', import.meta.url)

type Common = {
  blocklist: Blocklist
  effort?: Effort
  /** `false` for work that must not wait for idle cores. */
  mayPause?: boolean
  /** Ends the process; the call rejects. */
  signal?: AbortSignal
  limits?: Partial<AnalysisLimits>
}

/**
 * Reads an archive once, in a sandboxed process, and writes a new file with its texts and images. A failure leaves no
 * file that may be used: the caller removes it.
 */
export async function analyseArchive(
  request: Common & {
    /** The path of the archive. */
    archive: string
    extension: 'zip' | '7z' | 'rar'
    /** A path that does not exist. */
    pack: string
  },
): Promise<AnalysisOutcome> {
  const { blocklist, extension } = request
  const wasmMemoryMax = (request.limits?.wasmMb ?? memory.wasmMb) * 1024 ** 2
  await using archive = await open(request.archive, 'r')
  // The process reads the pack again to scan it.
  await using pack = await open(request.pack, 'wx+', 0o600)
  const work = { work: 'analyse', extension, wasmMemoryMax, blocklist } as const
  const outcome = await run(work, [archive.fd, pack.fd], request)
  // The process may not: Node.js disables fsync in a sandbox.
  if (outcome.state === 'done') await pack.sync()
  return outcome
}

/** Interprets and scans a pack again, without its archive. */
export async function rescanPack(
  request: Common & {
    /** The path of a local copy. */
    pack: string
    indexAt: number
  },
): Promise<AnalysisOutcome> {
  await using pack = await open(request.pack, 'r')
  const { blocklist, indexAt } = request
  return run({ work: 'rescan', indexAt, blocklist }, [pack.fd], request)
}

async function run(
  request: AnalysisRequest,
  files: readonly number[],
  { signal, limits, effort = 'long', mayPause = true }: Common,
): Promise<AnalysisOutcome> {
  const { processorSeconds, timeoutMs, heapMb, ...rest } = { ...limitsOf[effort], ...limits }
  const pace = mayPause ? rest.pace : { ...rest.pace, unpausedMs: timeoutMs }
  const program = bundleOf(source)
  const result = await runInSandbox({
    program,
    request,
    files,
    processorSeconds,
    timeoutMs,
    pace,
    heapMb,
    replySizeMax,
    signal,
  })
  if (result.state === 'failed') {
    const { cause, detail } = result
    return cause === 'interrupted' ? { state: cause, detail } : { state: 'failed', code: cause, detail }
  }
  const reply = AnalysisReply.safeParse(result.reply)
  if (!reply.success) return { state: 'failed', code: 'crashed', detail: z.prettifyError(reply.error) }
  return reply.data
}
