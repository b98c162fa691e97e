import { accountLimits } from '#contract/access/users.ts'
import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'

/** Users with an `admin.*` permission need a longer password than the contract requires. */
export function lengthProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}
