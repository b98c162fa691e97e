export { countEmptySearch, drainEmptySearches } from './count-empty-searches.ts'
