import { and, isNull, sql } from 'drizzle-orm'

import type { Recall } from '#contract/site/tool-feeds.ts'
import type { Db } from '#platform/database/database.ts'
import { blocklistEntries } from '#server/archives/archives.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const v = scriptVersions

export type RecallRow = Omit<Recall, 'removal'> & {
  /** Null for a hidden script. */
  name: string | null
  /** Why the author or a moderator recalled the version. */
  reason: string | null
  removal: Recall['removal']
  at: string
}

/** Versions that were public: withdrawn for security, or of scripts that are taken down. Newest first. */
export async function selectRecalls(db: Db, limit: number): Promise<RecallRow[]> {
  const { rows } = await db.execute<RecallRow>(sql`
    with recalled as (
      select 'recalled' as kind, v.id, v.withdrawn_at as at, v.withdrawal_reason as reason, null as removal
      from ${v} v where v.withdrawal_kind = 'security' and v.published_at is not null
      order by v.withdrawn_at desc limit ${limit}),
    removed as (
      select 'taken-down' as kind, v.id, r.removed_at as at, null as reason, r.reason as removal
      from (select * from ${scriptRemovals} where restored_at is null and reason in ('copyright', 'backdoor', 'stolen')
        order by removed_at desc limit ${limit}) r
      join ${v} v on v.script_id = r.script_id and v.published_at is not null
        and v.withdrawal_kind is distinct from 'security'
      order by r.removed_at desc, v.id desc limit ${limit})
    select c.kind, s.id as "scriptId", v.id as "versionId", v.number, v.sha256, c.removal, c.reason, c.at,
      case when s.publication = 'published' then s.name end as name,
      case when s.publication = 'published' and n.withdrawn_at is null then
        json_build_object('versionId', n.id, 'number', n.number, 'sha256', n.sha256) end as replacement
    from (select * from recalled union all select * from removed) c
    join ${v} v on v.id = c.id join ${scripts} s on s.id = v.script_id
    left join ${scriptFiles} f on f.script_id = s.id
    left join ${v} n on n.key = f.key and n.id <> v.id
    order by c.at desc, v.id desc limit ${limit}`)
  return rows
}

const b = blocklistEntries

/** Without texts, which would tell authors of backdoors what to change. */
export async function selectPublicBlocklist(db: Db, limit: number) {
  return db
    .select({ kind: b.kind, value: b.value })
    .from(b)
    .where(and(isNull(b.removedAt), sql`${b.kind} in ('archive', 'file', 'host')`))
    .orderBy(b.kind, b.value)
    .limit(limit)
}
