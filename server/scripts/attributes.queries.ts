import { and, asc, eq, gt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'

import { filterWords } from './attribute-bits.rules.ts'
import { scriptDocs, scriptFiles, scripts } from './scripts.tables.ts'
import { lockScripts } from './version-rows.queries.ts'
import { scriptNeeds, scriptResources } from './versions.tables.ts'

/** Writes the attributes of scripts and of their current archives where they changed, and what they need. Returns the changed scripts. */
export async function updateAttributes(tx: Db, ids: readonly number[]): Promise<number[]> {
  await lockScripts(tx, ids)
  const withOtherNeeds = await replaceNeeds(tx, ids)
  const { rows } = await tx.execute<{ id: number }>(sql`
    with known as materialized (
      select f.script_id,
        case when a.state = 'done' then a.attributes else '{}' end || ('report:' || case a.state
          when 'done' then coalesce(a.severity, 'waiting') when 'failed' then 'failed' else 'waiting' end)
          || array_remove(array[
            case when d.source_url is not null then 'source' end,
            case when coalesce(d.documentation, d.documentation_url) is not null then 'documentation' end,
            case when d.support_url is not null then 'support' end], null) as words,
        a.state = 'done' and a.severity <> 'high' as no_high,
        case when a.state = 'done' then (
          select max((r->'requirements'->>'server')::int) from jsonb_array_elements(a.resources) r
        ) end as server_build
      from ${scriptFiles} f left join ${archiveAnalyses} a on a.sha256 = f.sha256
      left join ${scriptDocs} d on d.script_id = f.script_id
      where f.script_id = any(${sql.param([...ids])}::int[])
    ), marked as materialized (
      select script_id, words, server_build, (
        select coalesce(bit_or(1 << (w.n - 1)::int), 0)
        from unnest(${sql.param([...filterWords])}::text[]) with ordinality w (word, n)
        where w.word = any(words) or (w.word = 'report:no-high' and no_high)
      ) as bits from known
    )
    update ${scripts} s set attributes = m.words, attribute_bits = m.bits, server_build = m.server_build from marked m
    where s.id = m.script_id
      and (s.attributes, s.attribute_bits, s.server_build) is distinct from (m.words, m.bits, m.server_build)
    returning s.id`)
  return [...new Set([...withOtherNeeds, ...rows.map(({ id }) => id)])]
}

/**
 * The dependencies in all manifests and the libraries that the code needs, without those that the archive itself has. Returns
 * the changed scripts.
 */
async function replaceNeeds(tx: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with needed as materialized (
      select distinct f.script_id, d.name
      from ${scriptFiles} f join ${archiveAnalyses} a on a.sha256 = f.sha256 and a.state = 'done'
      cross join jsonb_array_elements(a.resources) r
      cross join lateral (
        select n->>'name' as name from jsonb_array_elements(r->'dependencies') n
        union select l from jsonb_array_elements_text(coalesce(r->'libraries', '[]')) l
          where not coalesce(r->'optional', '[]') ? l
      ) d
      where f.script_id = any(${sql.param([...ids])}::int[]) and d.name <> '' and not exists (
        select from jsonb_array_elements(a.resources) o where o->>'name' = d.name or o->'provides' ? d.name)
    ), removed as (
      delete from ${scriptNeeds} n where n.script_id = any(${sql.param([...ids])}::int[])
        and not exists (select from needed where script_id = n.script_id and name = n.name)
      returning script_id
    ), added as (
      insert into ${scriptNeeds} (name, script_id)
      select n.name, s.id from needed n join ${scripts} s on s.id = n.script_id on conflict do nothing
      returning script_id
    )
    select script_id as id from removed union select script_id from added`)
  return rows.map(({ id }) => id)
}

export async function selectResourceNames(db: Db, scriptId: number): Promise<string[]> {
  const rows = await db
    .select({ name: scriptResources.name })
    .from(scriptResources)
    .where(eq(scriptResources.scriptId, scriptId))
  return rows.map(({ name }) => name)
}

/** One batch of scripts whose attributes were never written. */
export async function selectWithoutAttributes(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: scripts.id })
    .from(scripts)
    .where(and(gt(scripts.id, after), sql`${scripts.attributes} = '{}'`))
    .orderBy(asc(scripts.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
