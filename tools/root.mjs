import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the project, independent of the working directory. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts)
}
