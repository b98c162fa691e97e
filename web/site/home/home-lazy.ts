/** One chunk: each dynamic import adds bytes to the first load. */
export { CategoryBoard } from './CategoryBoard.tsx'
export { Partners } from '#web/site/partners/Partners.tsx'
export { SectionTracker } from './SectionTracker.tsx'
