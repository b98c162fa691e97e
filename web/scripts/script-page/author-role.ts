import type { Script, ScriptRole } from '#contract/scripts/script-schemas.ts'
import type { Session } from '#web/app/session-store.ts'

type Authored = Pick<Script, 'userId' | 'coAuthors'>

/** The role of a user who is an author of the script. */
export function authorRoleOf(
  session: Session | null,
  { userId, coAuthors = [] }: Authored,
): ScriptRole | undefined {
  const id = session?.user.id
  return id === userId ? 'owner' : coAuthors.find((author) => author.id === id)?.role
}

/** Whether the user speaks for the script: changes its texts and answers reports on it. */
export function isMaintainer(session: Session | null, script: Authored): boolean {
  const role = authorRoleOf(session, script)
  return role === 'owner' || role === 'maintainer'
}

export function authorIdsOf({ userId, coAuthors = [] }: Authored): number[] {
  return [userId, ...coAuthors.map(({ id }) => id)]
}
