export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Facts = Record<string, unknown>
export type Log = Record<Exclude<LogLevel, 'silent'>, (message: string, facts?: Facts) => void>

const flushAt = 8 * 1024

/**
 * One JSON line an event, gathered and written at the end of the turn: a write a line would cost more than
 * the request it tells of. Facts never hold a token, a password or a whole body.
 */
export function openLog(level: LogLevel, write: (text: string) => void): Log {
  let pending = ''
  let [millisecond, time] = [0, '']
  /** Written once for all lines of a millisecond. */
  function timeOf(now: number): string {
    if (now !== millisecond) [millisecond, time] = [now, new Date(now).toISOString()]
    return time
  }
  function flush() {
    const text = pending
    pending = ''
    if (text) write(text)
  }
  function line(at: Exclude<LogLevel, 'silent'>) {
    const enabled = logLevels.indexOf(at) >= logLevels.indexOf(level)
    return (message: string, facts?: Facts) => {
      if (!enabled) return
      if (!pending) setImmediate(flush)
      const more = facts ? JSON.stringify(facts) : '{}'
      pending += `{"time":"${timeOf(Date.now())}","level":"${at}","message":${JSON.stringify(message)}${more === '{}' ? '}' : `,${more.slice(1)}`}\n`
      if (pending.length > flushAt) flush()
    }
  }
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}

/** What a log line says of something thrown: with its stack, because only bugs get here. */
export function describeError(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: String(error) }
  const said = withoutValues(error)
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : undefined
  return { error: said, ...(cause && { cause }), stack: error.stack?.replace(error.message, () => said) }
}

/** A query that failed tells its values in its message: hashes, addresses and mails among them. */
function withoutValues(error: Error): string {
  return 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message
}
