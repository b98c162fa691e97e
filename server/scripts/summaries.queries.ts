import type { ScriptSummary } from '#contract/scripts/scripts.ts'
import { queryRaw, type Db } from '#platform/database/database.ts'
import { createBatchLoader } from '#platform/database/batch-loader.ts'
import { avatarUrl } from '#server/access/access.public.ts'

import { frameworksOf } from './attribute-bits.rules.ts'
import { summaryOf as summaryText } from './description.rules.ts'

type Row = Omit<ScriptSummary, 'uploadDate' | 'authorAvatar' | 'authorIsTeam' | 'frameworks'> & {
  avatar: string | null
  isTeam: boolean
  attributes: string[]
}

/** Characters of a description that are read for its first sentence, which headings can precede. */
const summarySource = 500

const statement = {
  name: 'scripts_by_ids',
  text: `
    select s.id, s.name, left(d.description, ${summarySource}) as description, s.image,
      c.name as category, u.username as author, u.avatar, u.is_team as "isTeam", s.version, s.tags, s.attributes, s.status as script_status,
      s.downloads, s.views, s.likes, s.created_at as "createdAt", s.updated_at as "updatedAt",
      s.user_id as "userId", s.file_size as "fileSize"
    from scripts s
    join script_docs d on d.script_id = s.id
    join categories c on c.id = s.category_id
    join users u on u.id = s.user_id
    where s.id = any($1::int[])`,
}

const loaders = new WeakMap<Db, ReturnType<typeof createLoader>>()

/** The scripts with these ids, in this order, without deleted ones. */
export async function selectSummaries(db: Db, ids: readonly number[]): Promise<ScriptSummary[]> {
  if (ids.length === 0) return []
  const loader = loaders.get(db) ?? createLoader(db)
  loaders.set(db, loader)
  const summaries = await loader(ids)
  return ids.flatMap((id) => summaries.get(id) ?? [])
}

/** Concurrent lists share a statement. */
function createLoader(db: Db) {
  return createBatchLoader<number, ScriptSummary>(async (ids) => {
    const rows = await queryRaw<Row>(db, { ...statement, values: [ids] })
    return new Map(rows.map((row) => [row.id, summaryOf(row)]))
  })
}

function summaryOf({ avatar, isTeam, attributes, ...row }: Row): ScriptSummary {
  return {
    ...row,
    authorAvatar: avatarUrl(avatar),
    ...(isTeam && { authorIsTeam: true as const }),
    description: summaryText(row.description),
    uploadDate: row.createdAt,
    frameworks: frameworksOf(attributes),
  }
}
