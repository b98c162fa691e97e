import { sql } from 'drizzle-orm'

import type { ScriptSort } from '#contract/script-fields.ts'

import { scripts } from './scripts.tables.ts'

/** The condition of the partial list indexes, which PostgreSQL uses only for exactly this text. */
export const published = sql`publication = 'published'`

/** The sort column of a list; ties are sorted by id. "Popular" means downloads. */
export const columnOfSort = {
  newest: scripts.createdAt,
  popular: scripts.downloads,
  downloads: scripts.downloads,
  views: scripts.views,
} as const satisfies Record<ScriptSort, unknown>

/** The number of published scripts of one category and status. */
export type Count = { categoryId: number; status: string; count: number }

/** Filters that have facet counts. An unknown category or status makes a list empty. */
export type Filters = { categoryId: number | undefined; status: string | undefined }

/** Filters without facet counts. */
export type ExtraFilters = { tag: string | undefined; userId: number | undefined }

/** The extra filters as further conditions of a WHERE clause. */
export function whereFilters({ tag, userId }: ExtraFilters) {
  const byTag = tag === undefined ? sql`` : sql`and tags @> array[${tag}]::text[]`
  const byUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  return sql`${byTag} ${byUser}`
}
