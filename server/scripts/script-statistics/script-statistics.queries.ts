import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { worksCounts } from '#server/scripts/works-reports/works-reports.tables.ts'

import { scriptDays, updateServers } from '#server/scripts/counters.tables.ts'

const d = scriptDays

/** Each figure of each day since then. */
export async function selectDays(db: Db, scriptId: number, since: string) {
  return db
    .select({ day: d.day, figure: d.figure, count: sql<number>`sum(${d.count})::int` })
    .from(d)
    .where(and(eq(d.scriptId, scriptId), gte(d.day, since)))
    .groupBy(d.day, d.figure)
}

/** Newest day first. */
export async function selectDownloads(db: Db, scriptId: number, since: string) {
  return db
    .select({ date: d.day, version: scriptVersions.number, source: d.source, downloads: d.count })
    .from(d)
    .leftJoin(scriptVersions, eq(scriptVersions.id, d.versionId))
    .where(and(eq(d.scriptId, scriptId), gte(d.day, since), eq(d.figure, 'downloads')))
    .orderBy(desc(d.day), desc(d.versionId), d.source)
}

export async function selectTotals(db: Db, scriptId: number) {
  const { downloads, views, likes } = scripts
  const [row] = await db
    .select({
      downloads,
      views,
      likes,
      followers: sql<number>`coalesce((
        select followers from follow_counts where kind = 'script' and target_id = ${scripts.id}), 0)`,
    })
    .from(scripts)
    .where(eq(scripts.id, scriptId))
  return row ?? { downloads: 0, views: 0, likes: 0, followers: 0 }
}

/** Reports on all versions. */
export async function selectWorks(db: Db, scriptId: number) {
  const c = worksCounts
  const sum = (column: typeof c.works | typeof c.problems | typeof c.fails) =>
    sql<number>`coalesce(sum(${column}), 0)::int`
  const [row] = await db
    .select({ works: sum(c.works), problems: sum(c.problems), fails: sum(c.fails) })
    .from(c)
    .innerJoin(scriptVersions, eq(scriptVersions.id, c.versionId))
    .where(and(eq(scriptVersions.scriptId, scriptId), eq(c.build, 0), eq(c.framework, 'all')))
  return row ?? { works: 0, problems: 0, fails: 0 }
}

/** Counts each server once a day for each script that exists. */
export async function addUpdateServers(
  db: Db,
  day: string,
  asked: readonly { scriptId: number; server: string }[],
): Promise<void> {
  // Through unnest: each array is one parameter.
  const scriptIds = sql.param(asked.map(({ scriptId }) => scriptId))
  const servers = sql.param(asked.map(({ server }) => server))
  await db.execute(sql`
    with added as (
      insert into ${updateServers} (day, script_id, server)
      select distinct ${day}::date, s.id, asked.server
      from unnest(${scriptIds}::int[], ${servers}::text[]) as asked (script_id, server)
      join ${scripts} s on s.id = asked.script_id
      on conflict do nothing returning script_id
    )
    insert into ${scriptDays} as stored (script_id, day, figure, version_id, source, count)
    select script_id, ${day}::date, 'servers', 0, '', count(*)::int from added group by 1 order by 1
    on conflict (script_id, day, figure, version_id, source) do update set count = stored.count + excluded.count`)
}

/** Figures are stored for a year, servers for a day. */
export async function removeOldDays(db: Db, { figures, servers }: { figures: string; servers: string }) {
  await db.delete(d).where(lt(d.day, figures))
  await db.delete(updateServers).where(lt(updateServers.day, servers))
}
