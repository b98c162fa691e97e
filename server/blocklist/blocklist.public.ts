export { blockValue } from './change-blocklist.ts'
