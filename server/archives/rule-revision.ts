import { rules } from '#contract/archives/rules.ts'
import type { AnalysisStatus, RuleCatalogue } from '#contract/archives/analysis.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'
import { contentHash } from '#tools/content-hash.mjs'
import { root } from '#tools/root.mjs'

import { selectAnalysisStatus } from './analyses.queries.ts'
import { selectBlocklistRevision } from './blocklist.queries.ts'

/** On responses that depend on the blocklist. */
export const blocklistTag: CacheTag = 'blocklist'

/** What is found in a pack depends on these files. */
export const analysisSources = [
  'analysis',
  'contract/archives/manifest',
  'contract/platform/cut-text.ts',
  'server/archives/analyse/interpret-pack.ts',
  'server/archives/pack/pack-format.ts',
  'server/archives/pack/select-members.ts',
  'node_modules/acorn/package.json',
  'node_modules/parse5/package.json',
]
/** Archives with another one are outdated: each change of the analysis makes a site scan all of them again. */
export const analysisHash = contentHash(root, analysisSources).slice(0, 12)

/** Names the analysis and the blocklist of a scan, such as "5f3a9c01d25f.340". */
export async function readRevision(db: Db): Promise<string> {
  return `${analysisHash}.${await selectBlocklistRevision(db)}`
}

export async function readCatalogue(db: Db): Promise<RuleCatalogue> {
  return { revision: await readRevision(db), rules: [...rules] }
}

export async function readAnalysisStatus(db: Db): Promise<AnalysisStatus> {
  return selectAnalysisStatus(db, await readRevision(db))
}
