import type { Session } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'

/** Administrators have the permission admin.system.access or the flag `is_admin`. */
export function canAccessAdmin(session: Session | null): session is Session {
  return session !== null && (session.user.is_admin || hasPermission(session, 'admin.system.access'))
}
