/** One chunk: each dynamic import adds bytes to the first load. */
export { PhoneSearch } from './PhoneSearch.tsx'
export { SearchSuggestions } from './SearchSuggestions.tsx'
