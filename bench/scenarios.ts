import type { Result } from './result.ts'
import { measureAnalysis } from './scenarios/analysis.ts'
import { measureBucket } from './scenarios/bucket.ts'
import { measureCached } from './scenarios/cached.ts'
import { measureConnections } from './scenarios/connections.ts'
import { measureFiles } from './scenarios/files.ts'
import { measureFilters } from './scenarios/filters.ts'
import { measureFollowers } from './scenarios/followers.ts'
import { measureFlood } from './scenarios/flood.ts'
import { measureLists } from './scenarios/lists.ts'
import { measureMixed } from './scenarios/mixed.ts'
import { measureRescan } from './scenarios/rescan.ts'
import { measureServers } from './scenarios/servers.ts'
import { measureStart } from './scenarios/start.ts'
import { measureSync } from './scenarios/sync.ts'
import { measureUncached } from './scenarios/uncached.ts'
import { measureWrites } from './scenarios/writes.ts'
import type { Harness } from './harness.ts'

export type Scenario = { name: string; measure: (harness: Harness) => Promise<Result> }

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  { name: 'cached', measure: measureCached },
  { name: 'connections', measure: measureConnections },
  { name: 'uncached', measure: measureUncached },
  { name: 'lists', measure: measureLists },
  { name: 'filters', measure: measureFilters },
  { name: 'servers', measure: measureServers },
  { name: 'sync', measure: measureSync },
  { name: 'mixed', measure: measureMixed },
  { name: 'writes', measure: measureWrites },
  { name: 'files', measure: measureFiles },
  { name: 'bucket', measure: measureBucket },
  { name: 'analysis', measure: measureAnalysis },
  { name: 'rescan', measure: measureRescan },
  { name: 'followers', measure: measureFollowers },
  { name: 'flood', measure: measureFlood },
  { name: 'start', measure: measureStart },
]
