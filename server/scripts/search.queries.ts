import { sql, type SQL } from 'drizzle-orm'

import type { ScriptSort } from '#contract/script-fields.ts'
import { inReadTransaction, prepared, type Db } from '#platform/database.ts'

import type { Chosen, Count } from './facets.rules.ts'
import { columnOfSort, narrowedBy, published, type Narrowing } from './scripts.queries.ts'
import type { SearchQueries } from './search-text.rules.ts'

/**
 * The bounds of a search, so that it costs the same for every word among a thousand and a million scripts. The
 * index gathers all matches before it gives the first: long for a common word. A walk along the scripts in
 * their order takes long for a rare one. So `probed` scripts are looked at first: of a word that seems to be in
 * more scripts than are worth gathering, only the matches among the first `walked` scripts are known. Each
 * script that is looked at may be a page on the disk: thousands of them are what a visitor can wait for.
 */
const bounds = { probed: 500, worthGathering: 3_000, gathered: 6_000, walked: 3_000, ranked: 200 } as const

/** Which scripts are walked along, and in which order. */
type Path = { sort: ScriptSort; narrowing: Narrowing }

const byDownloads: Path = { sort: 'downloads', narrowing: { tag: undefined, userId: undefined } }

/**
 * The best matches: whole name, name, tags, description; in each by rank, of the 200 most downloaded. How they
 * are looked for is decided here and not by the planner, so its plan may be kept.
 */
export async function selectBestMatches(db: Db, queries: SearchQueries, limit: number): Promise<number[]> {
  const [named = 0, found = 0] = await estimate(db, [queries.inName, queries.anywhere], byDownloads)
  const walksFor = { names: named > bounds.worthGathering, all: found > bounds.worthGathering }
  const rows = await throughIndexes(db, (tx) =>
    prepared(tx, `best_matches_${walksFor.names}_${walksFor.all}`, (on) => {
      const { exact, inName, inNameOrTags, anywhere } = given
      const candidates = sql`
        (${mostDownloaded(gather(exact))})
        union (${walksFor.names ? fromWalk(sql`is_named`) : mostDownloaded(gather(inName))})
        union (${walksFor.all ? fromWalk(sql`true`) : mostDownloaded(gather(anywhere))})`
      return on
        .with(
          // Read as far as it is asked for: a common word is found 200 times long before the end.
          ...(walksFor.all ? [on.$with('walked', {}).as(walkForNames(inName, anywhere))] : []),
          on.$with('candidates', {}).as(candidates),
        )
        .select({ id: sql<number>`c.id` })
        .from(sql`candidates c join script_docs d on d.script_id = c.id`)
        .orderBy(
          sql`case when d.document @@ ${exact} then 0 when d.document @@ ${inName} then 1
            when d.document @@ ${inNameOrTags} then 2 else 3 end`,
          sql`ts_rank('{0, 0.1, 0.4, 1}', d.document, ${anywhere}) desc, c.downloads desc, c.id desc`,
        )
        .limit(sql.placeholder('limit'))
    }).execute({ ...queries, limit }),
  )
  return rows.map(({ id }) => id)
}

const given = {
  exact: sql`${sql.placeholder('exact')}::tsquery`,
  inName: sql`${sql.placeholder('inName')}::tsquery`,
  inNameOrTags: sql`${sql.placeholder('inNameOrTags')}::tsquery`,
  anywhere: sql`${sql.placeholder('anywhere')}::tsquery`,
} as const satisfies Record<keyof SearchQueries, SQL>

/** One page of all that matches, and how many of each category and status do. */
export async function selectMatchingPage(
  db: Db,
  query: string,
  list: Path & { chosen: Chosen; limit: number; offset: number },
): Promise<{ ids: number[]; counts: Count[] }> {
  const { sort, narrowing, chosen, limit, offset } = list
  const [found = 0] = await estimate(db, [query], list)
  const matches =
    found > bounds.worthGathering ? walk(sql`${query}::tsquery`, list) : gather(sql`${query}::tsquery`)
  const inCategory = chosen.categoryId === undefined ? sql`` : sql`and category_id = ${chosen.categoryId}`
  const inStatus = chosen.status === undefined ? sql`` : sql`and status = ${chosen.status}`
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
export async function selectHasMatch(db: Db, query: string): Promise<boolean> {
  const { rows } = await throughIndexes(db, (tx) =>
    tx.execute(
      sql`select from (${gather(sql`${query}::tsquery`)}) m join scripts s on s.id = m.script_id where s.${published} limit 1`,
    ),
  )
  return rows.length > 0
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

/** How many scripts probably match each query, told from the first ones of the path. */
async function estimate(db: Db, queries: readonly string[], path: Path): Promise<number[]> {
  const hits = queries.map((query) => sql`count(*) filter (where d.document @@ ${query}::tsquery)`)
  const { rows } = await db.execute<{ hits: string[]; looked_at: string; total: number }>(sql`
    select array[${sql.join(hits, sql`, `)}] as hits, count(*) as looked_at, (select scripts from site_totals) as total
    from (${along(path, bounds.probed)}) s
    cross join lateral (select document from script_docs where script_id = s.id offset 0) d`)
  const { looked_at: lookedAt = '0', total = 0, hits: found = [] } = rows[0] ?? {}
  return found.map((count) => (Number(count) * total) / Math.max(1, Number(lookedAt)))
}

/** The matches among the first scripts of a path. OFFSET 0 keeps the planner from turning the walk round. */
function walk(query: SQL, path: Path): SQL {
  return sql`
    select d.script_id from (${along(path, bounds.walked)}) s
    cross join lateral (
      select script_id from script_docs where script_id = s.id and document @@ ${query} offset 0
    ) d`
}

function walkForNames(inName: SQL, anywhere: SQL): SQL {
  return sql`
    select s.id, s.place as downloads, d.is_named from (${along(byDownloads, bounds.walked)}) s
    cross join lateral (
      select document @@ ${inName} as is_named from script_docs
      where script_id = s.id and document @@ ${anywhere} offset 0
    ) d`
}

function fromWalk(condition: SQL): SQL {
  return sql`select id, downloads from walked where ${condition} limit ${sql.raw(String(bounds.ranked))}`
}

/** The matches that the index knows. The inner query has no limit: a plan made for the first few would walk. */
function gather(query: SQL): SQL {
  return sql`
    with gathered as materialized (select script_id from script_docs where document @@ ${query})
    select script_id from gathered limit ${sql.raw(String(bounds.gathered))}`
}

function along({ sort, narrowing }: Path, count: number): SQL {
  return sql`
    select id, ${nameOf(sort)} as place from scripts where ${published} ${narrowedBy(narrowing)}
    order by ${nameOf(sort)} desc, id desc limit ${sql.raw(String(count))}`
}

function mostDownloaded(matches: SQL): SQL {
  return sql`
    select s.id, s.downloads from (${matches}) m join scripts s on s.id = m.script_id
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
