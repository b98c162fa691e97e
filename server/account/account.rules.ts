import { accountLimits } from '#contract/accounts.ts'
import { holdsAdminKey, type Permission } from '#contract/permissions.ts'

/** Whoever holds an admin key needs a longer password than the contract asks of everybody. */
export function lengthProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}
