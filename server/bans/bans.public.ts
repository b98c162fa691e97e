export { isBanInForce } from './bans.queries.ts'
export { showBan } from './bans.rules.ts'
