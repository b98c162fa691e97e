import { CallFailure } from '#web/app/call.ts'

/**
 * The words for a change that was not made: `refused` when the server failed without giving a reason of use to
 * anybody, `broken` when nothing answered. What the server explains is told as it says it.
 */
export function explainFailure(error: unknown, texts: { refused: string; broken: string }): string {
  if (!(error instanceof CallFailure) || error.code === 'network') return texts.broken
  if (error.status === 404) return 'User profile not found. Please try refreshing the page.'
  if (error.code === 'unknown' || error.status >= 500) return texts.refused
  return error.message
}
