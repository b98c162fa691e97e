export { blockValue, unblockOfCase } from './change-blocklist.ts'
