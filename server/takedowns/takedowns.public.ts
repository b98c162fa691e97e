export { decideTakedown } from './decide-takedown.ts'
export { readNoticeScripts, selectAgainst, selectArchivesToBlock } from './read-takedown.ts'
