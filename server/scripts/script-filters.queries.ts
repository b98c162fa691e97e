import { sql, type SQL } from 'drizzle-orm'

import type { License } from '#contract/scripts/licenses.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'

import { isMember, isShared, type Memberships } from './authors.queries.ts'
import { scriptDocs, scripts } from './scripts.tables.ts'
import { scriptNeeds } from './versions.tables.ts'

/** The sort column of a list; ties are sorted by id. "Popular" means downloads. */
export const columnOfSort = {
  newest: scripts.createdAt,
  popular: scripts.downloads,
  downloads: scripts.downloads,
  views: scripts.views,
  trending: scripts.trend,
  updated: scripts.updatedAt,
} as const satisfies Record<ScriptSort, unknown>

/** A user and the user's memberships: scripts that the user owns or works on. */
type Author = Memberships & { userId: number }

/** The other filters. */
export type ExtraFilters = {
  tags: readonly string[]
  author: Author | undefined
  /** The accepted values of `attribute_bits`: PostgreSQL estimates well how many scripts have them. */
  attributeBits: readonly number[] | undefined
  updatedSince: Date | undefined
  /** Scripts that need a resource of one of these names. */
  needs: readonly string[] | undefined
  license: License | undefined
  /** Scripts that run on this build of the game server. */
  serverBuild: number | undefined
}

export function isUnfiltered({ tags, ...others }: ExtraFilters): boolean {
  return tags.length === 0 && Object.values(others).every((filter) => filter === undefined)
}

/** The extra filters as further conditions of a WHERE clause. */
export function whereFilters({
  tags,
  author,
  attributeBits,
  updatedSince,
  needs,
  license,
  serverBuild,
}: ExtraFilters): SQL {
  const conditions = [
    tags.length > 0 && sql`tags @> ${sql.param([...tags])}::text[]`,
    author && isByAuthor(author),
    attributeBits && sql`attribute_bits = any(${sql.param([...attributeBits])}::int[])`,
    updatedSince && sql`updated_at >= ${updatedSince.toISOString()}`,
    needs &&
      sql`id in (select script_id from ${scriptNeeds} where name = any(${sql.param([...needs])}::text[]))`,
    license && sql`id in (select script_id from ${scriptDocs} where license = ${license})`,
    serverBuild !== undefined && sql`coalesce(server_build, 0) <= ${serverBuild}`,
  ]
  return sql.join(
    conditions.flatMap((condition) => (condition ? [sql`and ${condition}`] : [])),
    sql` `,
  )
}

function isByAuthor({ userId, ...memberships }: Author): SQL {
  const isOwned = sql`user_id = ${userId}`
  return isMember(memberships) ? sql`(${isOwned} or ${isShared(memberships)})` : isOwned
}
