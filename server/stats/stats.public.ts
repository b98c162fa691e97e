export { takeDailySnapshot } from './take-snapshot.ts'
