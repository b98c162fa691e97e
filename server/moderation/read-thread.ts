import {
  caseLimits,
  type CaseMessagePage,
  type CaseReport,
  type CaseReportPage,
} from '#contract/moderation/case-schemas.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import {
  selectMessages,
  type StoredCase,
  selectReportCounts,
  selectReports,
} from '#server/records/records.public.ts'

import { findCase } from './case-parties.ts'
import { partsIn, type Role } from './moderation.rules.ts'
import { selectUsernamesById, selectVersionNumbers } from './moderation.queries.ts'

type Page = { page: number; limit: number }

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

export async function listReports(
  app: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  { page, limit }: Page,
): Promise<CaseReportPage> {
  const { row, role } = await findCase(app, actor, id)
  const total = row.kind !== 'report' ? 0 : role === 'opener' ? 1 : row.reportCount
  return {
    reports: (page - 1) * limit < total ? await readReports(app.db, row, role, { page, limit }) : [],
    pagination: pagination(page, limit, total),
  }
}

/** One page of the reports of a case, as the reader sees them: a reporter only the own one, which the row has. */
export async function readReports(
  db: Db,
  row: StoredCase,
  role: Role,
  { page, limit }: Page = { page: 1, limit: caseLimits.pageSize },
): Promise<CaseReport[]> {
  if (row.kind !== 'report') return []
  const offset = (page - 1) * limit
  const rows = role === 'opener' ? [row] : await selectReports(db, row.id, { limit, offset })
  const reporters = rows.map((report) => (role === 'staff' ? report.userId : null))
  const userIds = reporters.flatMap((userId) => userId ?? [])
  const names = await selectUsernamesById(db, userIds)
  const counts = await selectReportCounts(db, userIds)
  const versionIds = rows.flatMap(({ versionId }) => versionId ?? [])
  const numbers = await selectVersionNumbers(db, versionIds)
  return rows.map(({ versionId, reason, text, evidence, createdAt }, index) => {
    const id = reporters[index] ?? 0
    const [username, counted] = [names.get(id), counts.get(id)]
    const number = numbers.get(versionId ?? 0)
    return {
      reporter: username === undefined || !counted ? null : { id, username, ...counted },
      reason,
      text,
      evidence,
      version: versionId === null || number === undefined ? null : { id: versionId, number },
      at: createdAt.toISOString(),
    }
  })
}
