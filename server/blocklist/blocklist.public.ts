export { assertMayBlock } from './read-effect.ts'
export { blockValue, unblockOfCase } from './change-blocklist.ts'
