export { createOwner, promoteToOwner } from './create-owner.ts'
export { ensureFirstOwner } from './first-owner.ts'
export { setPasswordFromCli } from './set-password.ts'
export { mailResetLink } from './request-reset.ts'
