/** One dynamic import for all callers: each adds bytes to the first load. */
export const loadLazyParts = () => import('./detail-lazy.ts')
