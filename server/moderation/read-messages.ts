import { caseLimits, type CaseMessagePage } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { selectMessages, type StoredCase } from '#server/records/records.public.ts'

import { findCase } from './find-case.ts'
import { partsIn, type Role } from './moderation.rules.ts'
import { selectUsernamesById } from './moderation.queries.ts'

export async function listMessages(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  before: number,
): Promise<CaseMessagePage> {
  const { row, role } = await findCase(app, actor, id)
  return readMessages(app.db, actor, row, role, before)
}

/** The latest messages that the reader may see, or those before another one. */
export async function readMessages(
  db: Db,
  actor: Actor,
  row: StoredCase,
  role: Role,
  before?: number,
): Promise<CaseMessagePage> {
  const isStaff = role === 'staff'
  const reader = isStaff ? role : { userId: actor.id, parts: partsIn(actor, row) }
  const limit = caseLimits.pageSize
  const rows = await selectMessages(db, row.id, reader, { before, limit: limit + 1 })
  const messages = rows.slice(-limit)
  const userIds = new Set(messages.flatMap(({ authorId, recipientId }) => [authorId ?? 0, recipientId ?? 0]))
  const names = isStaff ? await selectUsernamesById(db, [...userIds]) : new Map<number, string>()
  return {
    messages: messages.map(({ id, from, authorId, audience, recipientId, text, createdAt }) => ({
      id,
      from,
      name: names.get(authorId ?? 0) ?? null,
      audience,
      recipient: names.get(recipientId ?? 0) ?? null,
      text,
      at: createdAt.toISOString(),
    })),
    hasEarlierMessages: rows.length > limit,
  }
}
