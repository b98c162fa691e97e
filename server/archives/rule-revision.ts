import { rules, rulesRevision } from '#contract/archives/rules.ts'
import type { AnalysisStatus, RuleCatalogue } from '#contract/scripts/versions.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'

import { selectAnalysisStatus } from './analysis-status.queries.ts'
import { selectBlocklistRevision } from './blocklist.queries.ts'

/** On responses that depend on the blocklist. */
export const blocklistTag: CacheTag = 'blocklist'

/** Names the rules and the blocklist of a scan, such as "12.340". */
export async function readRevision(db: Db): Promise<string> {
  return `${rulesRevision}.${await selectBlocklistRevision(db)}`
}

export async function readCatalogue(db: Db): Promise<RuleCatalogue> {
  return { revision: await readRevision(db), rules: [...rules] }
}

export async function readAnalysisStatus(db: Db): Promise<AnalysisStatus> {
  return selectAnalysisStatus(db, await readRevision(db))
}
