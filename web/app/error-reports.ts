import { call, CallFailure } from './call.ts'
import { failureWords } from './failure-words.ts'

type Trouble = { context: string; error: unknown }
type Report = { description: string; metadata: Record<string, string> }

/** Of one page life: an error in a loop is one error, and a page that breaks altogether says so a few times. */
const reportsMax = 10
const [descriptionMax, stackMax] = [300, 1500]
const sent = new Set<string>()

/** Each error is told once in the life of the page. Nothing waits for it, and nothing comes of its failing. */
export async function sendReport(trouble: Trouble): Promise<void> {
  const report = describe(trouble, { path: location.pathname, timestamp: new Date().toISOString() })
  if (!report) return
  const key = `${trouble.context} ${report.description}`
  if (sent.has(key) || sent.size >= reportsMax) return
  sent.add(key)
  await call('POST /api/activities', {
    body: { type: 'system', action: 'System Error', status: 'error', ...report },
  })
}

/** What is told of an error, within the limits of the call; undefined of what is none, or is told already. */
export function describe(
  { context, error }: Trouble,
  where: { path: string; timestamp: string },
): Report | undefined {
  if (error instanceof CallFailure) {
    const description = `HTTP ${error.status}: ${error.statusText}`
    // A rejection that nobody caught says again what the call has said.
    if (!context.includes('/api/')) return undefined
    const said = (error.code === 'unknown' && failureWords(context)) || error.message
    return { description, metadata: { context, error: cut(said), ...where } }
  }
  // Without an error it is another site's script, an extension's as a rule.
  if (!(error instanceof Error) || error.name === 'AbortError') return undefined
  const { name, message, stack = '' } = error
  return {
    description: cut(`${name}: ${message}`),
    metadata: { context, error: cut(message), stack: stack.slice(0, stackMax), ...where },
  }
}

function cut(text: string): string {
  return text.slice(0, descriptionMax).toWellFormed()
}
