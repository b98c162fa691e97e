import type { Script } from '#contract/scripts/script-schemas.ts'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasPermission } from '#web/app/session.ts'

/** Returns whether everyone may see the script. */
export function isPublic({
  removal,
  withdrawal,
  isInReview,
}: Pick<Script, 'removal' | 'withdrawal' | 'isInReview'>): boolean {
  return !removal && !withdrawal && !isInReview
}

type Authored = Pick<Script, 'userId' | 'coAuthors' | 'teamMembers'>

const ranks: readonly ScriptRole[] = ['owner', 'maintainer', 'contributor']

export function authorRoleOf(
  session: Session | null,
  { userId, coAuthors = [], teamMembers = [] }: Authored,
): ScriptRole | undefined {
  const id = session?.user.id
  if (id === userId) return 'owner'
  const roles = [...teamMembers, ...coAuthors].flatMap((author) => (author.id === id ? [author.role] : []))
  return ranks.find((rank) => roles.includes(rank))
}

/** Returns whether the user speaks for the script: changes its texts and answers reports on it. */
export function isMaintainer(session: Session | null, script: Authored): boolean {
  const role = authorRoleOf(session, script)
  return role === 'owner' || role === 'maintainer'
}

export function authorIdsOf({ userId, coAuthors = [], teamMembers = [] }: Authored): number[] {
  return [userId, ...[...teamMembers, ...coAuthors].map(({ id }) => id)]
}

/** The name of the author who uploaded a version. Undefined where the script has no other author. */
export function uploaderName(
  script: Authored,
  uploadedBy: { id: number; username: string } | undefined,
): string | undefined {
  const isOnly = uploadedBy?.id === script.userId && authorIdsOf(script).length === 1
  return isOnly ? undefined : uploadedBy?.username
}

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
