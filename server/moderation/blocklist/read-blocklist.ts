import type { BlocklistEntry, BlocklistKind, BlocklistPage } from '#contract/moderation/blocklist.ts'
import { pagination } from '#contract/platform/fields.ts'
import type { Db } from '#platform/database/database.ts'

import { selectEntries, selectEntryCount } from './blocklist.queries.ts'

type Query = { page: number; limit: number; kind?: BlocklistKind | undefined; search: string }
type Row = Awaited<ReturnType<typeof selectEntries>>[number]

export async function listBlocklist(db: Db, { page, limit, ...filter }: Query): Promise<BlocklistPage> {
  const total = await selectEntryCount(db, filter)
  const rows = await selectEntries(db, filter, { limit, offset: (page - 1) * limit })
  return { entries: rows.map(entryOf), pagination: pagination(page, limit, total) }
}

export function entryOf(row: Row): BlocklistEntry {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
