export type { Against } from './blocklist.queries.ts'
export { blockValue, removeEntry, spareScript, unblockOfCase } from './change-blocklist.ts'
export { findTouched } from './find-touched.ts'
export { assertMayBlock } from './read-effect.ts'
