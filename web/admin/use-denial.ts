import type { Permission } from '#contract/platform/permissions.ts'
import { hasPermission, useSession } from '#web/app/session.ts'

/** What a disabled control says to users without the permission. */
export function useDenial(permission: Permission): string | undefined {
  return hasPermission(useSession(), permission) ? undefined : 'Access Denied'
}
