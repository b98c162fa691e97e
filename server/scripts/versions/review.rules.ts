import type { reviewReasons } from '#contract/records/case-kinds.ts'
import type { ReviewMode } from '#contract/site/settings.ts'
import type { Severity } from '#contract/archives/analysis.ts'

export type ReviewReason = (typeof reviewReasons)[number]

type Analysed = {
  /** The archive or a file in it is on the blocklist. */
  isBlocked: boolean
  isFailed: boolean
  severity: Severity | null
  /** A script of another author had the same archive or code before. */
  isCopy: boolean
  /** The uploader may publish without review. */
  isTrusted: boolean
}

/** Why a version waits for a moderator after its analysis; undefined when it is published. */
export function reviewReason(
  mode: ReviewMode,
  { isBlocked, isFailed, severity, isCopy, isTrusted }: Analysed,
): ReviewReason | undefined {
  if (isBlocked) return 'blocklisted-file'
  if (mode === 'off') return undefined
  if (isFailed) return 'failed'
  if (severity === 'high') return 'high-finding'
  if (isCopy) return 'copied-archive'
  return mode === 'all' && !isTrusted ? 'all' : undefined
}
