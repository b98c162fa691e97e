export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Facts = Record<string, unknown>
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, facts?: Facts) => void>

const flushAt = 8 * 1024

/**
 * Writes one JSON line per event, batched per event-loop iteration: one write per line would cost more than the request
 * it describes. Facts never contain a token, a password or a whole body.
 */
export function createLog(level: LogLevel, write: (text: string) => void): Log {
  let pending = ''
  let [millisecond, time] = [0, '']
  /** Formatted once per millisecond. */
  function timeOf(now: number): string {
    if (now !== millisecond) [millisecond, time] = [now, new Date(now).toISOString()]
    return time
  }
  function flush() {
    const text = pending
    pending = ''
    if (text) write(text)
  }
  function line(ofLevel: Exclude<LogLevel, 'silent'>) {
    const enabled = logLevels.indexOf(ofLevel) >= logLevels.indexOf(level)
    return (message: string, facts?: Facts) => {
      if (!enabled) return
      if (!pending) setImmediate(flush)
      const more = facts ? JSON.stringify(facts) : '{}'
      pending += `{"time":"${timeOf(Date.now())}","level":"${ofLevel}","message":${JSON.stringify(message)}${more === '{}' ? '}' : `,${more.slice(1)}`}\n`
      if (pending.length > flushAt) flush()
    }
  }
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

/** The facts of an error for a log line, with its stack and the message of its cause. */
export function serializeError(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: String(error) }
  const message = redactQueryValues(error)
  const cause = error.cause instanceof Error ? redactQueryValues(error.cause) : undefined
  return {
    error: message,
    ...(cause && { cause }),
    stack: error.stack?.replace(error.message, () => message),
  }
}

/** The message of a failed query contains its parameters, such as hashes and email addresses. */
function redactQueryValues(error: Error): string {
  return 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message
}
