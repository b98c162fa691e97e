export { closeInactiveCases } from './close-inactive-cases.ts'
export { purgeBulkActs } from './sanctions/undo-bulk-act.ts'
export { endTimedSuspensions } from './user-admin/suspend-user.ts'
