export { dispatchEventJob, emitEvent } from './emit-event.ts'
export { EventContent } from './event.ts'
export { purgeEvents } from './purge-events.ts'
export { readEvent } from './read-event.ts'
