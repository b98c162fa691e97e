import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { OwnProfileText, ProfileText } from '#contract/scripts/profiles.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { userTag } from '#server/access/access.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'

import { selectProfileText, upsertProfileText } from './profile-texts.queries.ts'

export async function readOwnProfileText(db: Db, { id }: Pick<Actor, 'id'>): Promise<OwnProfileText> {
  const row = await selectProfileText(db, id)
  return {
    text: row?.text ?? '',
    links: row?.links ?? [],
    removal: row?.removedAt ? (row.removalReason ?? '') : null,
  }
}

export async function changeProfileText(
  app: App,
  sender: Actor,
  draft: ProfileText,
): Promise<OwnProfileText> {
  const urls = draft.links.map(({ url }) => url).join('\n\n')
  await assertLinksAllowed(app, sender, { text: `${draft.text}\n\n${urls}` })
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    const isChanged = await upsertProfileText(tx, actor.id, draft, now)
    if (!isChanged) throw conflict('A moderator hid the text of your profile, so you cannot change it')
    invalidate(tx, userTag(actor.id))
    return readOwnProfileText(tx, actor)
  })
}
