import { sql, type SQL } from 'drizzle-orm'

import { knownLibraries, scriptLimits, type ScriptSort } from '#contract/scripts/script-limits.ts'
import { inReadTransaction, preparedStatement, type Db } from '#platform/database/database.ts'
import { siteTotals } from '#server/records/records.tables.ts'

import { shortlistSize } from './documents.queries.ts'
import {
  columnOfSort,
  isUnfiltered,
  whereFilters,
  type ExtraFilters,
} from '#server/scripts/script-filters.queries.ts'
import { published } from '#server/scripts/scripts.tables.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'
import type { SearchQueries } from './query.rules.ts'

/**
 * Bounds that keep the cost of a search independent of the number of scripts. A GIN index collects all matches before
 * it returns the first, which is slow for a common word. The first scripts of each order have their own index
 * (`search_shortlist`), which also gives an estimate of how common a word is. For a word that is probably in more than
 * `commonFrom` scripts, only the shortlist is searched.
 */
const bounds = { commonFrom: 3_000, gathered: 6_000, ranked: 200, needsCounted: 1_000 } as const

/** The filters and the order of a search. */
type Path = { sort: ScriptSort; extraFilters: ExtraFilters }

/** With fewer matches than this in the shortlist, the other scripts are searched too. Suggestions and lists share it, so that they have one order. */
const enoughMatches = scriptLimits.searchDefault

/** The first matches of a search. */
export function selectFirstMatches(db: Db, queries: SearchQueries, limit: number): Promise<number[]> {
  return selectBestMatches(db, queries, { limit, enough: Math.max(limit, enoughMatches) })
}

/** The beginning of a list of all matches when it is sorted by best match. */
export function selectRanking(db: Db, queries: SearchQueries): Promise<number[]> {
  return selectBestMatches(db, queries, { limit: bounds.ranked, enough: enoughMatches })
}

/**
 * The best matches: whole name, name with the typed words, name with words of the same meaning, tags, author or
 * description; within each by rank, of the 200 most downloaded. The code chooses the access path, so PostgreSQL may
 * reuse a generic plan.
 */
async function selectBestMatches(
  db: Db,
  queries: SearchQueries,
  { limit, enough }: { limit: number; enough: number },
): Promise<number[]> {
  const [named = nothing, matching = nothing] = await estimate(
    db,
    [queries.inName, queries.anywhere],
    'downloads',
    enough,
  )
  // When the shortlist has enough matches, the other scripts need not be searched.
  const inShortlist = {
    names: named.inShortlist >= enough || isCommon(named),
    all: matching.inShortlist >= enough || isCommon(matching),
  }
  const rows = await preparedStatement(db, `best_matches_${inShortlist.names}_${inShortlist.all}`, (on) => {
    const { exact, typedInName, inName, inNameOrTags, anywhere } = parameters
    const candidates = sql`
      (${mostDownloaded(gather(exact))})
      union (${inShortlist.names ? shortlistByDownloads(inName) : mostDownloaded(gather(inName))})
      union (${inShortlist.all ? shortlistByDownloads(anywhere) : mostDownloaded(gather(anywhere))})`
    return on
      .with(on.$with('candidates', {}).as(candidates))
      .select({ id: sql<number>`c.id` })
      .from(
        sql`candidates c join scripts s on s.id = c.id and s.${published} join script_docs d on d.script_id = c.id`,
      )
      .orderBy(
        sql`case when d.document @@ ${exact} then 0 when d.document @@ ${typedInName} then 1
          when d.document @@ ${inName} then 2 when d.document @@ ${inNameOrTags} then 3 else 4 end`,
        sql`ts_rank('{0.2, 0.1, 0.4, 1}', d.document, ${anywhere}) desc, s.downloads desc, s.id desc`,
      )
      .limit(sql.placeholder('limit'))
  }).execute({ ...queries, limit })
  return rows.map(({ id }) => id)
}

/**
 * Hides a value from the planner, so that it makes one generic plan by the index. With the value it would plan each
 * search again, which takes longer than the search.
 */
function opaque(value: SQL): SQL {
  return sql`(select ${value})`
}

const parameters = {
  exact: opaque(sql`${sql.placeholder('exact')}::tsquery`),
  typedInName: opaque(sql`${sql.placeholder('typedInName')}::tsquery`),
  inName: opaque(sql`${sql.placeholder('inName')}::tsquery`),
  inNameOrTags: opaque(sql`${sql.placeholder('inNameOrTags')}::tsquery`),
  anywhere: opaque(sql`${sql.placeholder('anywhere')}::tsquery`),
} as const satisfies Record<keyof SearchQueries, SQL>

type Page = {
  ids: number[]
  counts: (Count & { bits: number })[]
  /** How many need each of the well-known libraries; undefined for many matches. */
  needs: ReadonlyMap<string, number> | undefined
}

/**
 * One page of the matches, and the number of matches per category, status and attributes. The matches in `ranking` come first, in
 * its order. Without a query the matches are those in `members`.
 */
export async function selectMatchingPage(
  db: Db,
  query: string | undefined,
  list: Path & {
    ranking: readonly number[]
    members?: readonly number[]
    filters: Filters
    limit: number
    offset: number
  },
): Promise<Page> {
  const { sort, extraFilters, ranking, members = [], filters, limit, offset } = list
  const ranked = sql`${sql.param(ranking)}::int[]`
  const inCategory = filters.categoryId === undefined ? sql`` : sql`and category_id = ${filters.categoryId}`
  const inStatus = filters.status === undefined ? sql`` : sql`and status = ${filters.status}`
  const matches =
    query === undefined
      ? sql`select unnest(${sql.param(members)}::int[]) as script_id`
      : await selectSource(db, query, list)
  const { rows } = await throughIndexes(db, (tx) =>
    tx.execute<Omit<Page, 'needs'> & { needs: Record<string, number> | null }>(sql`
      with matching as materialized (
        select s.id, s.category_id, s.status, s.attribute_bits, s.${nameOf(sort)} as place, r.rank
        from ((${matches}) union select unnest(${ranked})) m join scripts s on s.id = m.script_id
        left join unnest(${ranked}) with ordinality as r (ranked_id, rank) on r.ranked_id = s.id
        where s.${published} ${whereFilters(extraFilters)}
      )
      select
        array(select id from matching where true ${inCategory} ${inStatus}
          order by rank, place desc, id desc limit ${limit} offset ${offset}) as ids,
        (select coalesce(json_agg(c), '[]') from (
          select attribute_bits as bits, category_id as "categoryId", status, count(*)::int as count
          from matching group by 1, 2, 3) c) as counts,
        case when (select count(*) from matching) <= ${bounds.needsCounted} then (
          select coalesce(json_object_agg(name, count), '{}') from (
            select n.name, count(*)::int as count from matching m join script_needs n on n.script_id = m.id
            where n.name = any(${sql.param([...knownLibraries])}::text[]) ${inCategory} ${inStatus} group by 1
          ) n) end as needs`),
  )
  const [page] = rows
  if (!page) return { ids: [], counts: [], needs: new Map() }
  return { ...page, needs: page.needs === null ? undefined : new Map(Object.entries(page.needs)) }
}

async function selectSource(db: Db, query: string, list: Path): Promise<SQL> {
  const tsquery = sql`${query}::tsquery`
  const [matches = nothing] = await estimate(db, [query], list.sort, shortlistSize)
  return isCommon(matches) ? amongFirst(tsquery, list) : gather(tsquery)
}

/** Returns whether any published script matches. */
export function selectHasMatch(db: Db, query: string): Promise<boolean> {
  const tsquery = sql`${query}::tsquery`
  return throughIndexes(db, async (tx) => {
    // The shortlist first: a word that is in it may be too common for the full index.
    for (const matches of [fromShortlist(tsquery, 'downloads'), gather(tsquery)]) {
      const { rows } = await tx.execute(
        sql`select from (${matches}) m join scripts s on s.id = m.script_id where s.${published} limit 1`,
      )
      if (rows.length > 0) return true
    }
    return false
  })
}

/** The number and the share of matches in the shortlist, and the estimated number overall. */
type Estimate = { inShortlist: number; share: number; overall: number }

export const nothing: Estimate = { inShortlist: 0, share: 0, overall: 0 }

export async function estimate(
  db: Db,
  queries: readonly string[],
  sort: ScriptSort,
  countedMax: number,
): Promise<Estimate[]> {
  const [row] = await preparedStatement(db, `estimate_${isFirstBy[sort]}`, (on) => {
    const upTo = opaque(sql`${sql.placeholder('countedMax')}::int`)
    const hits = sql`select count(*) from (${fromShortlist(sql`q::tsquery`, sort)} limit ${upTo}) h`
    return on
      .select({
        hits: sql<string[]>`array(select (${hits}) from unnest(${sql.placeholder('queries')}::text[]) q)`,
        total: siteTotals.scripts,
      })
      .from(siteTotals)
  }).execute({ queries: [...queries], countedMax })
  const { total = 0, hits = [] } = row ?? {}
  return hits.map((count) => {
    const share = Number(count) / Math.max(1, Math.min(total, shortlistSize))
    return { inShortlist: Number(count), share, overall: share * total }
  })
}

/** Returns whether a word is probably in so many scripts that only the first of an order should be searched. */
export async function selectIsCommon(db: Db, query: string): Promise<boolean> {
  const [matches = nothing] = await estimate(db, [query], 'newest', shortlistSize)
  return isCommon(matches)
}

export function isCommon({ overall }: Estimate): boolean {
  return overall > bounds.commonFrom
}

const isFirstBy = {
  newest: 'newest',
  popular: 'downloads is not null',
  downloads: 'downloads is not null',
  views: 'views',
  // These have no shortlist: this one only tells common words from rare ones.
  trending: 'downloads is not null',
  updated: 'newest',
} as const satisfies Record<ScriptSort, string>

/** The matches among the scripts that an order begins with; they have an index of their own. */
function fromShortlist(query: SQL, sort: ScriptSort): SQL {
  return sql`select script_id from search_shortlist where document @@ ${query} and ${sql.raw(isFirstBy[sort])}`
}

export function shortlistByDownloads(query: SQL, count: number = bounds.ranked): SQL {
  return sql`
    select script_id as id from search_shortlist where document @@ ${query} and downloads is not null
    order by downloads desc, script_id desc limit ${sql.raw(String(count))}`
}

/**
 * The matches among the first scripts of a path. A filtered list begins elsewhere and is walked along;
 * OFFSET 0 keeps the planner from turning the walk round.
 */
function amongFirst(query: SQL, { sort, extraFilters }: Path): SQL {
  const hasShortlist = sort !== 'trending' && sort !== 'updated'
  if (hasShortlist && isUnfiltered(extraFilters)) return fromShortlist(query, sort)
  return sql`
    select d.script_id from (
      select id from scripts where ${published} ${whereFilters(extraFilters)}
      order by ${nameOf(sort)} desc, id desc limit ${sql.raw(String(shortlistSize))}
    ) s
    cross join lateral (
      select script_id from script_docs where script_id = s.id and document @@ ${query} offset 0
    ) d`
}

/** The matches that the index knows. The inner query has no limit: a plan made for the first few would walk. */
export function gather(query: SQL): SQL {
  return sql`
    with gathered as materialized (select script_id from script_docs where document @@ ${query})
    select script_id from gathered limit ${sql.raw(String(bounds.gathered))}`
}

export function mostDownloaded(matches: SQL, count: number = bounds.ranked): SQL {
  return sql`
    select s.id from (${matches}) m join scripts s on s.id = m.script_id
    where s.${published} order by s.downloads desc, s.id desc limit ${sql.raw(String(count))}`
}

function nameOf(sort: ScriptSort): SQL {
  return sql.raw(columnOfSort[sort].name)
}

/** Forces index use: the planner's statistics cannot estimate how many scripts have several words at once. */
export async function throughIndexes<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return inReadTransaction(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return read(tx)
  })
}
