export { endTimedSuspensions } from './end-timed-suspensions.ts'
export { endSuspension, startSuspension } from './suspend-user.ts'
export { selectSuspension } from './suspensions.queries.ts'
