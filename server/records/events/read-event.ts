import { z } from 'zod/mini'

import type { Db } from '#platform/database/database.ts'

import { EventContent } from './event.ts'
import { selectEvent } from './events.queries.ts'

const id = z.nullable(z.int())
const Subject = z.object({ actorId: id, scriptId: id, versionId: id, caseId: id, userId: id })

/** Undefined for an event that is no longer stored. */
export async function readEvent(db: Db, eventId: number) {
  const row = await selectEvent(db, eventId)
  return (
    row && { id: eventId, createdAt: row.createdAt, ...Subject.parse(row), content: EventContent.parse(row) }
  )
}
