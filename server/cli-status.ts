import type { Db } from '#platform/database/database.ts'
import { countWaitingJobs } from '#platform/jobs/jobs.ts'
import { version } from '#platform/version.ts'

import { readAnalysisStatus, readRevision } from './archives/archives.public.ts'

/** Answers the questions of an operator after an upgrade. */
export async function describeStatus(db: Db): Promise<string> {
  const { waiting, running, failed, outdated } = await readAnalysisStatus(db)
  return [
    `Version            ${version}`,
    `Jobs waiting       ${await countWaitingJobs(db)}`,
    `Archives waiting   ${waiting}`,
    `Archives running   ${running}`,
    `Archives failed    ${failed}`,
    `Archives outdated  ${outdated} (rule set ${await readRevision(db)})`,
  ].join('\n')
}
