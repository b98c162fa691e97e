/** The exit code of a check that could not be made: the run says so, and neither passes nor fails for it. */
export const NOT_RUN = 75

/**
 * What `npm audit --json` says. A registry that does not answer, or not to this question, has found nothing out.
 *
 * @param {string} text
 * @returns {{ code: number, words: string }}
 */
export function verdictOf(text) {
  const counts = countsIn(text)
  if (!counts)
    return {
      code: NOT_RUN,
      words: 'Not audited: the registry does not answer. Run npm run audit where it does.',
    }
  const { high = 0, critical = 0, total = 0 } = counts
  if (high + critical > 0)
    return {
      code: 1,
      words: `${high + critical} known holes of high or critical severity: npm audit tells which.`,
    }
  return { code: 0, words: `No known holes of high or critical severity, ${total} of others.` }
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
