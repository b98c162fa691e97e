/** What a person can do something about; anything else is shown with its stack. */
export class SetupFailed extends Error {}

/**
 * @param {unknown} error
 * @returns {never}
 */
export function stopWithMessage(error) {
  console.error(error instanceof SetupFailed ? `\n${error.message}` : error)
  process.exit(1)
}
