import { open } from 'node:fs/promises'

import { z } from 'zod/mini'

import { runInSandbox } from '#platform/sandbox/run-in-sandbox.ts'
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
  /** `detail` is for the log. */
  | { state: 'failed'; code: FailureCode; detail: string }

export type AnalysisLimits = { timeoutMs: number; heapMb: number; wasmMb: number }

const defaultLimits: AnalysisLimits = { timeoutMs: 10 * 60_000, heapMb: 256, wasmMb: 512 }
const replySizeMax = 16 * 1024 ** 2
const source = new URL('analysis-program.ts', import.meta.url)

type Common = {
  blocklist: Blocklist
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
  const wasmMemoryMax = (request.limits?.wasmMb ?? defaultLimits.wasmMb) * 1024 ** 2
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
  { signal, limits }: Common,
): Promise<AnalysisOutcome> {
  const { timeoutMs, heapMb } = { ...defaultLimits, ...limits }
  const program = bundleOf(source)
  const result = await runInSandbox({ program, request, files, timeoutMs, heapMb, replySizeMax, signal })
  if (result.state === 'failed') return { state: 'failed', code: result.cause, detail: result.detail }
  const reply = AnalysisReply.safeParse(result.reply)
  if (!reply.success) return { state: 'failed', code: 'crashed', detail: z.prettifyError(reply.error) }
  return reply.data
}
