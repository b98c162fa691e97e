import type { Finding } from './finding.ts'
import { measureCached } from './scenarios/cached.ts'
import { measureFlood } from './scenarios/flood.ts'
import { measureLists } from './scenarios/lists.ts'
import { measureUncached } from './scenarios/uncached.ts'
import type { Stage } from './stage.ts'

export type Scenario = { name: string; measure: (stage: Stage) => Promise<Finding> }

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  { name: 'cached', measure: measureCached },
  { name: 'uncached', measure: measureUncached },
  { name: 'lists', measure: measureLists },
  { name: 'flood', measure: measureFlood },
]
