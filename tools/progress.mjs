const QUIET_SECONDS = 5
const CLEAR_LINE = '\r\u001B[K'

/**
 * Shows a line with elapsed seconds on a terminal, or prints a line every few seconds into a log.
 *
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withProgress(title, work) {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const isTerminal = process.stdout.isTTY
  const print = (/** @type {string} */ text) =>
    process.stdout.write(isTerminal ? `${CLEAR_LINE}${text}` : `${text}\n`)
  print(`${title} …`)
  const timer = setInterval(() => print(`${title} … ${seconds()} s`), (isTerminal ? 1 : QUIET_SECONDS) * 1000)
  try {
    const result = await work()
    print(`${title}: ${durationOf(performance.now() - startedAt)}`)
    return result
  } finally {
    clearInterval(timer)
    if (isTerminal) process.stdout.write('\n')
  }
}

/** @param {number} milliseconds */
export function durationOf(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
