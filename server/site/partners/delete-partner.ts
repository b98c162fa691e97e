import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { addToSiteTotals, recordActivity } from '#server/records/records.public.ts'

import { removePartner, selectPartnerForUpdate } from './partners.queries.ts'

export async function deletePartner(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const partner = await selectPartnerForUpdate(tx, id)
    if (!partner) throw notFound('Partner not found')

    await removePartner(tx, id)
    // Placeholders are not counted, because they are not shown.
    if (!partner.isPlaceholder) await addToSiteTotals(tx, { partners: -1 })
    await recordActivity(tx, {
      type: 'partner',
      action: 'Partner Deleted',
      description: `${username} deleted the partner ${partner.name}`,
      status: 'warning',
      userId,
      targetId: id,
      targetType: 'partner',
    })
    invalidate(tx, 'partners', 'stats')
    return null
  })
}
