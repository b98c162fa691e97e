import { scriptLimits } from '#contract/script-fields.ts'
import type { ScriptSummary } from '#contract/scripts.ts'
import { readRows, type Db } from '#platform/database.ts'
import { openSharedReads } from '#platform/shared-reads.ts'

type Row = Omit<ScriptSummary, 'uploadDate'>

const statement = {
  name: 'scripts_by_ids',
  text: `
    select s.id, s.name, left(d.description, ${scriptLimits.summaryMax}) as description, s.image,
      c.name as category, u.username as author, s.version, s.tags, s.status as script_status,
      s.downloads, s.views, s.likes, s.created_at as "createdAt", s.updated_at as "updatedAt",
      s.user_id as "userId", s.file_size as "fileSize"
    from scripts s
    join script_docs d on d.script_id = s.id
    join categories c on c.id = s.category_id
    join users u on u.id = s.user_id
    where s.id = any($1::int[])`,
}

const readersOf = new WeakMap<Db, ReturnType<typeof openReader>>()

/** The scripts with these ids, in this order; one that has gone meanwhile is left out. */
export async function selectSummaries(db: Db, ids: readonly number[]): Promise<ScriptSummary[]> {
  if (ids.length === 0) return []
  const reader = readersOf.get(db) ?? openReader(db)
  readersOf.set(db, reader)
  const found = await reader(ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Every list is read this way, so that those who ask at the same time share a statement. */
function openReader(db: Db) {
  return openSharedReads<number, ScriptSummary>(async (ids) => {
    const rows = await readRows<Row>(db, { ...statement, values: [ids] })
    return new Map(rows.map((row) => [row.id, { ...row, uploadDate: row.createdAt }]))
  })
}
