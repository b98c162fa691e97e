export { drainCounters } from './counters.ts'
export { forgetPastViews } from './forget-past-views.ts'
export { listScriptsOfAuthor as selectScriptsOfAuthor } from './list-scripts-of-author.ts'
export { sweepFiles } from './sweep-files.ts'
