import { permissionOfCase } from '#contract/moderation/case-permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { selectCase, type StoredCase } from '#server/records/records.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { roleIn, type Role } from './moderation.rules.ts'
import { withOwnPart } from './with-own-part.ts'

/** A case as the reader sees it, who is staff or a party; for everyone else it does not exist. */
export async function findCase(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<{ row: StoredCase; role: Role }> {
  const stored = await selectCase(db, id)
  const [row] = stored ? await withOwnPart(db, actor, [stored], clock.now()) : []
  const role = row && roleIn(actor, row)
  if (!role) throw notFound('Case not found')
  // The call is allowed for banned users, who are only parties.
  if (role === 'staff') await requireSession(db, actor.sessionHash, clock.now(), permissionOfCase(row))
  return { row, role }
}
