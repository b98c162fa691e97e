import type { TestProject } from 'vitest/node'

import { startTestDatabase } from './database.ts'

/** The embedded database, reached over its socket, as in production. */
export function setup(project: TestProject) {
  return startTestDatabase(project, {})
}
