import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout this file belongs to, wherever the command was typed. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts)
}
