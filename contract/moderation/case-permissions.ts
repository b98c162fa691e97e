import type { Permission } from '#contract/platform/permissions.ts'

import type { CaseKind, CaseReason } from './case-schemas.ts'

/** The permission to decide a case. A decision that bans a user needs `admin.users.ban` too. */
export function permissionOfCase({ kind, reason }: { kind: CaseKind; reason: CaseReason }): Permission {
  if (kind === 'takedown') return 'admin.takedowns.manage'
  return reason === 'ban' ? 'admin.users.ban' : 'admin.scripts.moderate'
}
