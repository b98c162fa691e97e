export { purgeBulkActs } from './undo-bulk-act.ts'
