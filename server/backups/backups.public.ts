export { BackupRefused } from './backup-folder.ts'
export { checkFiles } from './check-files.ts'
export { restoreBackup } from './restore-backup.ts'
export { writeBackup } from './write-backup.ts'
