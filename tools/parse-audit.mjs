/** The exit code of a check that could not run; the test run neither passes nor fails because of it. */
export const NOT_RUN = 75

/**
 * Parses the output of `npm audit --json`. Without a usable response of the registry the audit did not run.
 *
 * @param {string} text
 * @returns {{ code: number, message: string }}
 */
export function parseAudit(text) {
  const counts = countsIn(text)
  if (!counts)
    return {
      code: NOT_RUN,
      message: 'Not audited: the registry does not respond. Run npm run audit where it does.',
    }
  const { high = 0, critical = 0, total = 0 } = counts
  if (high + critical > 0)
    return {
      code: 1,
      message: `${high + critical} known vulnerabilities of high or critical severity; see npm audit.`,
    }
  return { code: 0, message: `No known vulnerabilities of high or critical severity, ${total} others.` }
}

/**
 * @param {string} text
 * @returns {{ high?: number, critical?: number, total?: number } | undefined}
 */
function countsIn(text) {
  try {
    return JSON.parse(text).metadata?.vulnerabilities
  } catch {
    return undefined
  }
}
