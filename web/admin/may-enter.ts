import type { Session } from '#web/app/session-store.ts'
import { mayUse } from '#web/app/session.ts'

/** An administrator holds admin.system.access or has the flag. */
export function mayEnter(session: Session | null): session is Session {
  return session !== null && (session.user.is_admin || mayUse(session, 'admin.system.access'))
}
