import type { Partner, PartnerChange } from '#contract/site/partners.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'

import { selectPartnerForUpdate, updatePartner } from './partners.queries.ts'

export async function editPartner(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
  change: PartnerChange,
): Promise<Partner> {
  return inTransaction(db, async (tx) => {
    const before = await selectPartnerForUpdate(tx, id)
    if (!before) throw notFound('Partner not found')
    const fields = Object.keys(change)
    if (fields.length === 0) return before

    const partner = await updatePartner(tx, id, change)
    await recordActivity(tx, {
      type: 'partner',
      action: 'Partner Updated',
      description: `${username} changed the partner ${partner.name}`,
      status: 'success',
      userId,
      targetId: id,
      targetType: 'partner',
      metadata: { changed: fields, ...changedValues(before, partner) },
    })
    invalidate(tx, 'partners')
    return partner
  })
}
