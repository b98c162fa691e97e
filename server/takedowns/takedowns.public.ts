export { decideTakedown } from './decide-takedown.ts'
export { readNoticeScripts } from './read-takedown.ts'
