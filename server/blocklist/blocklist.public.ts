export { assertMayBlock } from './read-effect.ts'
export { blockValue, removeEntry, unblockOfCase } from './change-blocklist.ts'
