import { sql, type SQL } from 'drizzle-orm'

import type { ScriptSort } from '#contract/script-fields.ts'
import { inReadTransaction, prepared, type Db } from '#platform/database.ts'
import { siteTotals } from '#server/stats/stats.tables.ts'

import type { Chosen, Count } from './facets.rules.ts'
import { headSize } from './heads.queries.ts'
import { columnOfSort, narrowedBy, published, type Narrowing } from './scripts.queries.ts'
import type { SearchQueries } from './search-text.rules.ts'

/**
 * The bounds of a search, so that it costs the same for every word among a thousand and a million scripts. The
 * index gathers all matches before it gives the first: long for a common word. The scripts that an order begins
 * with have an index of their own (`script_heads`), and tell how common a word is. Of one that seems to be in more
 * scripts than are worth gathering, only the matches among those are known.
 */
const bounds = { worthGathering: 3_000, gathered: 6_000, ranked: 200 } as const

/** Which scripts are looked through, and in which order. */
type Path = { sort: ScriptSort; narrowing: Narrowing }

/**
 * The best matches: whole name, name, tags, description; in each by rank, of the 200 most downloaded. How they
 * are looked for is decided here and not by the planner, so its plan may be kept.
 */
export async function selectBestMatches(db: Db, queries: SearchQueries, limit: number): Promise<number[]> {
  const [named = nothing, found = nothing] = await estimate(
    db,
    [queries.inName, queries.anywhere],
    'downloads',
    limit,
  )
  // Where only the first ones are wanted and the heads have as many, the rest need not be gathered.
  const inHeads = {
    names: named.inHeads >= limit || isCommon(named),
    all: found.inHeads >= limit || isCommon(found),
  }
  const rows = await prepared(db, `best_matches_${inHeads.names}_${inHeads.all}`, (on) => {
    const { exact, inName, inNameOrTags, anywhere } = given
    const candidates = sql`
      (${mostDownloaded(gather(exact))})
      union (${inHeads.names ? headsByDownloads(inName) : mostDownloaded(gather(inName))})
      union (${inHeads.all ? headsByDownloads(anywhere) : mostDownloaded(gather(anywhere))})`
    return on
      .with(on.$with('candidates', {}).as(candidates))
      .select({ id: sql<number>`c.id` })
      .from(
        sql`candidates c join scripts s on s.id = c.id and s.${published} join script_docs d on d.script_id = c.id`,
      )
      .orderBy(
        sql`case when d.document @@ ${exact} then 0 when d.document @@ ${inName} then 1
          when d.document @@ ${inNameOrTags} then 2 else 3 end`,
        sql`ts_rank('{0, 0.1, 0.4, 1}', d.document, ${anywhere}) desc, s.downloads desc, s.id desc`,
      )
      .limit(sql.placeholder('limit'))
  }).execute({ ...queries, limit })
  return rows.map(({ id }) => id)
}

/**
 * A value that the planner cannot look at: the plan for it, by the index, is as good as any, and is made once. By its
 * statistics it would plan each search anew, which takes longer than the search.
 */
function hidden(value: SQL): SQL {
  return sql`(select ${value})`
}

const given = {
  exact: hidden(sql`${sql.placeholder('exact')}::tsquery`),
  inName: hidden(sql`${sql.placeholder('inName')}::tsquery`),
  inNameOrTags: hidden(sql`${sql.placeholder('inNameOrTags')}::tsquery`),
  anywhere: hidden(sql`${sql.placeholder('anywhere')}::tsquery`),
} as const satisfies Record<keyof SearchQueries, SQL>

/** One page of all that matches, and how many of each category and status do. */
export async function selectMatchingPage(
  db: Db,
  query: string,
  list: Path & { chosen: Chosen; limit: number; offset: number },
): Promise<{ ids: number[]; counts: Count[] }> {
  const { sort, narrowing, chosen, limit, offset } = list
  const asked = sql`${query}::tsquery`
  const inCategory = chosen.categoryId === undefined ? sql`` : sql`and category_id = ${chosen.categoryId}`
  const inStatus = chosen.status === undefined ? sql`` : sql`and status = ${chosen.status}`
  const [found = nothing] = await estimate(db, [query], sort, headSize)
  const matches = isCommon(found) ? amongFirst(asked, list) : gather(asked)
  const { rows } = await throughIndexes(db, (tx) =>
    tx.execute<{ ids: number[]; counts: Count[] }>(sql`
      with matching as materialized (
        select s.id, s.category_id, s.status, s.${nameOf(sort)} as place
        from (${matches}) m join scripts s on s.id = m.script_id
        where s.${published} ${narrowedBy(narrowing)}
      )
      select
        array(select id from matching where true ${inCategory} ${inStatus}
          order by place desc, id desc limit ${limit} offset ${offset}) as ids,
        (select coalesce(json_agg(c), '[]') from (
          select category_id as "categoryId", status, count(*)::int as count from matching group by 1, 2) c) as counts`),
  )
  return rows[0] ?? { ids: [], counts: [] }
}

/** Whether any published script matches. */
export function selectHasMatch(db: Db, query: string): Promise<boolean> {
  const asked = sql`${query}::tsquery`
  return throughIndexes(db, async (tx) => {
    // One after the other: what is among the heads may be too common to be gathered.
    for (const matches of [fromHeads(asked, 'downloads'), gather(asked)]) {
      const { rows } = await tx.execute(
        sql`select from (${matches}) m join scripts s on s.id = m.script_id where s.${published} limit 1`,
      )
      if (rows.length > 0) return true
    }
    return false
  })
}

/**
 * For each word those that resemble it, the most similar first: the variants of it that exist, and what has many
 * trigrams in common. Trigrams find a long word by its beginning, but a short one has too few of them.
 */
export async function selectSimilarWords(
  db: Db,
  words: readonly { typed: string; variants: readonly string[] }[],
): Promise<{ typed: string; word: string }[]> {
  const asked = JSON.stringify(words)
  const { rows } = await throughIndexes(db, async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = 0.3`)
    return tx.execute<{ typed: string; word: string }>(sql`
      select t.typed, near.word
      from jsonb_to_recordset(${asked}::jsonb) as t (typed text, variants text[])
      cross join lateral (
        (select word from script_words where word = any(t.variants))
        union
        (select word from script_words where t.typed <% word
          order by word_similarity(t.typed, word) desc, length(word), word limit 100)
      ) near
      order by similarity(t.typed, near.word) desc, near.word`)
  })
  return rows
}

/** How many of the scripts that an order begins with match a query, and how many of all probably do. */
type Estimate = { inHeads: number; overall: number }

const nothing: Estimate = { inHeads: 0, overall: 0 }

async function estimate(
  db: Db,
  queries: readonly string[],
  sort: ScriptSort,
  countedMax: number,
): Promise<Estimate[]> {
  const [row] = await prepared(db, `estimate_${isFirstBy[sort]}`, (on) => {
    const upTo = hidden(sql`${sql.placeholder('countedMax')}::int`)
    const hits = sql`select count(*) from (${fromHeads(sql`q::tsquery`, sort)} limit ${upTo}) h`
    return on
      .select({
        hits: sql<string[]>`array(select (${hits}) from unnest(${sql.placeholder('queries')}::text[]) q)`,
        total: siteTotals.scripts,
      })
      .from(siteTotals)
  }).execute({ queries: [...queries], countedMax })
  const { total = 0, hits = [] } = row ?? {}
  const share = total / Math.max(1, Math.min(total, headSize))
  return hits.map((count) => ({ inHeads: Number(count), overall: Number(count) * share }))
}

function isCommon({ overall }: Estimate): boolean {
  return overall > bounds.worthGathering
}

const isFirstBy = {
  newest: 'newest',
  popular: 'downloads is not null',
  downloads: 'downloads is not null',
  views: 'views',
} as const satisfies Record<ScriptSort, string>

/** The matches among the scripts that an order begins with; they have an index of their own. */
function fromHeads(query: SQL, sort: ScriptSort): SQL {
  return sql`select script_id from script_heads where document @@ ${query} and ${sql.raw(isFirstBy[sort])}`
}

function headsByDownloads(query: SQL): SQL {
  return sql`
    select script_id as id from script_heads where document @@ ${query} and downloads is not null
    order by downloads desc, script_id desc limit ${sql.raw(String(bounds.ranked))}`
}

/**
 * The matches among the first scripts of a path. A list of one tag or author begins elsewhere and is walked along;
 * OFFSET 0 keeps the planner from turning the walk round.
 */
function amongFirst(query: SQL, { sort, narrowing }: Path): SQL {
  if (narrowing.tag === undefined && narrowing.userId === undefined) return fromHeads(query, sort)
  return sql`
    select d.script_id from (
      select id from scripts where ${published} ${narrowedBy(narrowing)}
      order by ${nameOf(sort)} desc, id desc limit ${sql.raw(String(headSize))}
    ) s
    cross join lateral (
      select script_id from script_docs where script_id = s.id and document @@ ${query} offset 0
    ) d`
}

/** The matches that the index knows. The inner query has no limit: a plan made for the first few would walk. */
function gather(query: SQL): SQL {
  return sql`
    with gathered as materialized (select script_id from script_docs where document @@ ${query})
    select script_id from gathered limit ${sql.raw(String(bounds.gathered))}`
}

function mostDownloaded(matches: SQL): SQL {
  return sql`
    select s.id from (${matches}) m join scripts s on s.id = m.script_id
    where s.${published} order by s.downloads desc, s.id desc limit ${sql.raw(String(bounds.ranked))}`
}

function nameOf(sort: ScriptSort): SQL {
  return sql.raw(columnOfSort[sort].name)
}

/** The statistics that the planner goes by cannot tell how many scripts have several words at once. */
async function throughIndexes<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  return inReadTransaction(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return read(tx)
  })
}
