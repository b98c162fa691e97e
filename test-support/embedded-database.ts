import type { TestProject } from 'vitest/node'

import { startTestDatabase } from './database.ts'

/** The embedded database, reached by its socket as the hub reaches it. */
export function setup(project: TestProject) {
  return startTestDatabase(project, {})
}
