export { decideTakedown } from './decide-takedown.ts'
