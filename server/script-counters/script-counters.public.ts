export { drainCounters } from './counters.ts'
export { purgeViews } from './purge-views.ts'
export { updateTrending } from './update-trending.ts'
export { recordDownload } from './record-download.ts'
