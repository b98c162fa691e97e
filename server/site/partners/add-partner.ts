import type { Partner, PartnerDraft } from '#contract/site/partners.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { addToSiteTotals, recordActivity } from '#server/records/records.public.ts'

import { insertPartner } from './partners.queries.ts'

/** The server never fetches the URLs; the browser of the visitor loads the logo. */
export async function addPartner(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  draft: PartnerDraft,
): Promise<Partner> {
  return inTransaction(db, async (tx) => {
    const partner = await insertPartner(tx, draft)
    await addToSiteTotals(tx, { partners: 1 })
    await recordActivity(tx, {
      type: 'partner',
      action: 'Partner Created',
      description: `${username} added the partner ${partner.name}`,
      status: 'success',
      userId,
      targetId: partner.id,
      targetType: 'partner',
    })
    invalidate(tx, 'partners', 'stats')
    return partner
  })
}
