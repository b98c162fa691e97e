export { issueBan } from './ban-user.ts'
export { banEnd, toBanData, type BanTerms } from './bans.rules.ts'
export { liftBan } from './unban-user.ts'
