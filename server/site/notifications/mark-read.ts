import type { ReadNotifications } from '#contract/site/notifications.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'

import { updateRead } from './notifications.queries.ts'

export async function markRead(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id }: Actor,
  read: ReadNotifications,
): Promise<{ success: true }> {
  await updateRead(db, id, 'ids' in read ? read.ids : undefined, clock.now())
  return { success: true }
}
