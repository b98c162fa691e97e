export const loadSearchParts = () => import('./search-lazy.ts')
