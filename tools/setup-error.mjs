/** An error with a message for the operator; other errors are printed with their stack. */
export class SetupError extends Error {}

/**
 * @param {unknown} error
 * @returns {never}
 */
export function exitWithError(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error)
  process.exit(1)
}
