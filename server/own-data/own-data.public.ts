export { deleteAccounts, purgeExports } from './delete-accounts.ts'
export { writeExport } from './write-export.ts'
