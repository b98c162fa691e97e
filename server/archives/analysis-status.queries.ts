import { sql } from 'drizzle-orm'

import { analysisStatusMax, type AnalysisStatus } from '#contract/scripts/versions.ts'
import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses } from './archives.tables.ts'

/** How many archives are in each state, counted up to a limit. */
export async function selectAnalysisStatus(db: Db, revision: string): Promise<AnalysisStatus> {
  const a = archiveAnalyses
  const countOf = (which: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select from ${a} where ${which} limit ${analysisStatusMax}) counted)`
  const { rows } = await db.execute<AnalysisStatus>(sql`
    select ${countOf(sql`state = 'waiting'`)} as waiting, ${countOf(sql`state = 'running'`)} as running,
      ${countOf(sql`state = 'failed'`)} as failed,
      ${countOf(sql`state = 'done' and (revision < ${revision} or revision > ${revision})`)} as outdated`)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, outdated: 0 }
}
