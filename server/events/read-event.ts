import { z } from 'zod/mini'

import type { Db } from '#platform/database/database.ts'

import { EventContent } from './event.ts'
import { selectEvent } from './events.queries.ts'

const Subject = z.object({
  scriptId: z.nullable(z.int()),
  versionId: z.nullable(z.int()),
  userId: z.nullable(z.int()),
})

/** Undefined for an event that is no longer stored. */
export async function readEvent(db: Db, id: number) {
  const row = await selectEvent(db, id)
  return row && { id, createdAt: row.createdAt, ...Subject.parse(row), content: EventContent.parse(row) }
}
