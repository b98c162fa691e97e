export { drainCounters } from './counters.ts'
export { purgeViews } from './purge-views.ts'
