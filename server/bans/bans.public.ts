export { toBanData } from './bans.rules.ts'
