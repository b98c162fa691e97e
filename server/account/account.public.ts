export { passwordProblem } from './account.rules.ts'
export { mailConfirmation } from './mail-confirmation.ts'
export { readOwnProfile, readPermissions } from './read-own-profile.ts'
export { replacePassword } from './replace-password.ts'
