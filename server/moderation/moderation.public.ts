export { closeInactiveCases } from './decide-case.ts'
export { purgeBulkActs } from './sanctions/undo-bulk-act.ts'
export { endTimedSuspensions } from './sanctions/suspend-user.ts'
