import { hasPermission } from '#web/app/session.ts'
import type { Session } from '#web/app/session-store.ts'

import { authorRoleOf, isMaintainer } from './author-role.ts'

type Authored = Parameters<typeof authorRoleOf>[1]

/** The role in which a user may see and change versions of a script. An author is not a moderator of their own scripts. */
export function editorRoleOf(session: Session | null, script: Authored): 'author' | 'moderator' | undefined {
  if (!session) return undefined
  if (authorRoleOf(session, script)) return 'author'
  return hasPermission(session, 'admin.scripts.moderate') ? 'moderator' : undefined
}

/** Contributors change versions only. */
export function mayEdit(session: Session | null, script: Authored): boolean {
  return editorRoleOf(session, script) === 'moderator' || isMaintainer(session, script)
}

/** For the keys of queries whose response has more for the authors and moderators. */
export function editorIdOf(session: Session | null, script: Authored): number | undefined {
  return editorRoleOf(session, script) && session?.user.id
}
