import { watchFailures } from './call.ts'
import type { CallFailure } from './call.ts'

/** Tells the hub of an error that only this browser sees. What sends it is loaded with the first one. */
export function reportError(context: string, error: unknown): void {
  import('./error-reports.ts')
    .then(({ sendReport }) => sendReport({ context, error }))
    // Whoever cannot even report goes on as if nothing had been to report.
    .catch(() => undefined)
}

/** Watches for what nobody else takes care of. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => reportError('Uncaught error', error))
  addEventListener('unhandledrejection', ({ reason }) => reportError('Unhandled rejection', reason))
  watchFailures((name, failure) => {
    if (isProgramFault(name, failure)) reportError(name, failure)
  })
}

const explainedStatuses = [401, 403, 404, 429]

/** What the server explains to a person is theirs to put right. A report that fails is not reported. */
export function isProgramFault(
  name: string,
  { status, code }: Pick<CallFailure, 'status' | 'code'>,
): boolean {
  if (name === 'POST /api/activities') return false
  if (status >= 500 || code === 'method_not_allowed') return true
  return status >= 400 && code === 'unknown' && !explainedStatuses.includes(status)
}
