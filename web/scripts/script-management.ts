import { mayUse } from '#web/app/session.ts'
import type { Session } from '#web/app/session-store.ts'

/** As what a person may edit and delete a script. An author is never a moderator of their own. */
export function managementOf(
  session: Session | null,
  script: { userId: number },
): 'author' | 'moderator' | undefined {
  if (!session) return undefined
  if (session.user.id === script.userId) return 'author'
  return mayUse(session, 'admin.scripts.moderate') ? 'moderator' : undefined
}
