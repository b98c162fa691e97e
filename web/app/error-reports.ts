import { cutText } from '#contract/platform/cut-text.ts'

import { call, ApiError } from './call.ts'
import type { CallName } from './call.ts'

type ErrorSource = { context: string; error: unknown }
type Report = { description: string; metadata: Record<string, string> }

/** Texts of the activity log for a call that failed without an error reply (fixed by the specification). */
const callTexts: Partial<Record<CallName, string>> = {
  'GET /api/auth/profile': 'Profile fetch failed',
  'PUT /api/auth/profile': 'Profile update failed',
  'GET /api/categories': 'Failed to load categories',
  'GET /api/scripts': 'Failed to load scripts',
  'GET /api/scripts/:id': 'Failed to load script',
  'GET /api/partners': 'Failed to load partners',
  'GET /api/stats': 'Failed to load stats',
  'POST /api/scripts': 'Failed to create script',
  'GET /api/scripts/:id/download': 'Failed to download script',
  'GET /api/user-styles': 'Failed to fetch user styles',
  'GET /api/groups/me/info': 'Failed to fetch user groups',
  'GET /api/users/me': 'Failed to check ban status',
}
const textByContext = new Map<string, string>(Object.entries(callTexts))

/** Per page load, so that a broken page does not flood the server. */
const reportsMax = 10
const [descriptionMax, stackMax] = [300, 1500]
const sent = new Set<string>()
let last: Promise<unknown> = Promise.resolve()

/** Sends each error once per page load, one after the other. After a report that fails no more are sent. */
export async function sendReport(trouble: ErrorSource): Promise<void> {
  const report = createReport(trouble, { path: location.pathname, timestamp: new Date().toISOString() })
  if (!report) return
  const key = `${trouble.context} ${report.description}`
  if (sent.has(key) || sent.size >= reportsMax) return
  sent.add(key)
  last = last.then(() =>
    call('POST /api/activities', {
      body: { type: 'system', action: 'System Error', status: 'error', ...report },
    }),
  )
  await last
}

/** A report within the limits of the call; undefined for an error that is not reported, or was by its call. */
export function createReport(
  { context, error }: ErrorSource,
  where: { path: string; timestamp: string },
): Report | undefined {
  if (error instanceof ApiError) {
    const description = `HTTP ${error.status}: ${error.statusText}`
    // An uncaught rejection repeats the error that the call has reported.
    if (!context.includes('/api/')) return undefined
    const text = (error.code === 'unknown' && textByContext.get(context)) || error.message
    return { description, metadata: { context, error: cut(text), ...where } }
  }
  // Scripts of other origins, such as browser extensions, report no error object.
  if (!(error instanceof Error) || error.name === 'AbortError') return undefined
  const { name, message, stack = '' } = error
  return {
    description: cut(`${name}: ${message}`),
    metadata: { context, error: cut(message), stack: cutText(stack, stackMax).toWellFormed(), ...where },
  }
}

function cut(text: string): string {
  return cutText(text, descriptionMax).toWellFormed()
}
