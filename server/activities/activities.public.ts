export { changedValues } from './activities.rules.ts'
export {
  insertActivities as recordActivities,
  insertActivity as recordActivity,
} from './activities.queries.ts'
export { selectActsOf, selectTargetsChangedByOthers, type LoggedAct } from './acts.queries.ts'
export { ensurePartitions, maintainPartitions } from './maintain-partitions.ts'
