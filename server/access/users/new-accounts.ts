import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'

import { selectRegisteredAt } from './users.queries.ts'

/**
 * Until when the limits of new accounts apply; undefined if they do not. Moderators and trusted authors have none.
 */
export async function newAccountUntil(
  { db, settings, clock }: Pick<App, 'db' | 'settings' | 'clock'>,
  { id, permissions }: Pick<Actor, 'id' | 'permissions'>,
): Promise<Date | undefined> {
  if (settings.newAccountDays === 0) return undefined
  if (permissions.has('scripts.trusted') || permissions.has('admin.scripts.moderate')) return undefined
  const registeredAt = await selectRegisteredAt(db, id)
  const until = registeredAt && after(registeredAt, settings.newAccountDays * day)
  return until && until > clock.now() ? until : undefined
}
