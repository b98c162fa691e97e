import { hasPermission } from '#web/app/session.ts'
import type { Session } from '#web/app/session-store.ts'

/** The role in which a user may edit and delete a script. An author is not a moderator of their own scripts. */
export function editorRoleOf(
  session: Session | null,
  script: { userId: number },
): 'author' | 'moderator' | undefined {
  if (!session) return undefined
  if (session.user.id === script.userId) return 'author'
  return hasPermission(session, 'admin.scripts.moderate') ? 'moderator' : undefined
}

/** For the keys of queries whose response has more for the author and moderators. */
export function editorIdOf(session: Session | null, script: { userId: number }): number | undefined {
  return editorRoleOf(session, script) && session?.user.id
}
