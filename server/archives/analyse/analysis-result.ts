import { z } from 'zod/mini'

import {
  ArchiveContents,
  Capability,
  Finding,
  ResourceDescription,
  Severity,
} from '#contract/archives/analysis.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{32}$/))
const count = z.int().check(z.nonnegative())

/** The result of the sandboxed process. It is parsed before it is used. */
export const AnalysisResult = z.object({
  contents: ArchiveContents,
  resources: z.array(ResourceDescription).check(z.maxLength(200)),
  resourcesTotal: count,
  capabilities: z.array(Capability),
  /** With the hash of the file, as hex of its first 16 bytes: a verdict applies to a rule in this content. */
  findings: z.array(z.extend(Finding, { fileSha256: hash })).check(z.maxLength(200)),
  counts: z.object({ high: count, medium: count, low: count }),
  severity: Severity,
  isWhole: z.boolean(),
  /** Words that scripts are filtered by, without `report:…`, which depends on the state and on verdicts. */
  attributes: z.array(z.string()).check(z.maxLength(100)),
  /** To find copies. */
  fingerprints: z
    .array(z.object({ position: count, size: count, bytes: hash, tokens: z.nullable(hash) }))
    .check(z.maxLength(64)),
  packSize: count,
  indexAt: count,
})
export type AnalysisResult = z.output<typeof AnalysisResult>

const failureCodes = ['slow', 'memory', 'damaged', 'crashed'] as const
export type FailureCode = (typeof failureCodes)[number]

/** The reply of the sandboxed process. */
export const AnalysisReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), analysis: AnalysisResult }),
  z.object({ state: z.literal('failed'), code: z.enum(failureCodes), detail: z.string() }),
])
export type AnalysisReply = z.output<typeof AnalysisReply>

export type Blocklist = { hosts: string[]; texts: string[]; files: string[] }

export type AnalysisRequest = { blocklist: Blocklist } & (
  | { work: 'analyse'; extension: 'zip' | '7z' | 'rar'; wasmMemoryMax: number }
  | { work: 'rescan'; indexAt: number }
)
