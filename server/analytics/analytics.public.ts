export { countDays } from './count-days.ts'
export { countEmptySearch, drainEmptySearches } from './count-empty-searches.ts'
