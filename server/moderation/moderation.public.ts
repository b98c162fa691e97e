export { closeInactiveCases } from './decide-case.ts'
export { purgeBulkActs } from './bulk-acts/undo-bulk-act.ts'
export { endTimedSuspensions } from './user-admin/suspend-user.ts'
