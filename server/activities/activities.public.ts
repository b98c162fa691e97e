export { insertActivity as recordActivity } from './activities.queries.ts'
export { ensureActivityMonths, keepActivityMonths } from './activity-months.ts'
