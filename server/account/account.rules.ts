import { accountLimits } from '#contract/accounts.ts'
import { holdsAdminKey, type Permission } from '#contract/permissions.ts'

/** What is wrong with a password for somebody with these permissions, beyond what the contract asks of everybody. */
export function passwordProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}
