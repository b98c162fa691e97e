import { onCallError } from './call.ts'
import type { ApiError } from './call.ts'

/** Reports an error to the server. The code for it is loaded with the first error. */
export function reportError(context: string, error: unknown): void {
  import('./error-reports.ts')
    .then(({ sendReport }) => sendReport({ context, error }))
    // A failed report is not worth another.
    .catch(() => undefined)
}

export function reportUncaughtErrors(): void {
  addEventListener('error', ({ error }) => reportError('Uncaught error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('Unhandled rejection', reason))
  onCallError((name, failure) => {
    if (isReportedError(name, failure)) reportError(name, failure)
  })
}

const expectedStatuses = [401, 403, 404, 429]

/** Errors that the user can resolve are not reported, and neither is a failed report. */
export function isReportedError(name: string, { status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  if (name === 'POST /api/activities') return false
  if (status >= 500 || code === 'method_not_allowed') return true
  return status >= 400 && code === 'unknown' && !expectedStatuses.includes(status)
}
