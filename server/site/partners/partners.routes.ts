import { partnersApi, type Partner, type PartnerChange, type PartnerDraft } from '#contract/site/partners.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { changedValues, recordActivity, addToSiteTotals } from '#server/records/records.public.ts'

import {
  selectPartners,
  selectPartnerForUpdate,
  updatePartner,
  insertPartner,
  removePartner,
} from './partners.queries.ts'

export const partnerRoutes = [
  cachedRoute(
    partnersApi.list,
    () => ['partners'],
    ({ db }) => selectPartners(db),
  ),
  route(partnersApi.create, ({ db, actor, body }) => addPartner(db, actor, body)),
  route(partnersApi.edit, ({ db, actor, params, body }) => editPartner(db, actor, params.id, body)),
  route(partnersApi.remove, ({ db, actor, params }) => deletePartner(db, actor, params.id)),
]

type By = Pick<Actor, 'id' | 'username'>

async function editPartner(db: Db, by: By, id: number, change: PartnerChange): Promise<Partner> {
  return inTransaction(db, async (tx) => {
    const before = await selectPartnerForUpdate(tx, id)
    if (!before) throw notFound('Partner not found')
    const changed = Object.keys(change)
    if (changed.length === 0) return before

    const partner = await updatePartner(tx, id, change)
    await record(tx, by, 'Partner Updated', partner, { changed, ...changedValues(before, partner) })
    invalidate(tx, 'partners')
    return partner
  })
}

/** The server never fetches the URLs; the browser of the visitor loads the logo. */
async function addPartner(db: Db, by: By, draft: PartnerDraft): Promise<Partner> {
  return inTransaction(db, async (tx) => {
    const partner = await insertPartner(tx, draft)
    await addToSiteTotals(tx, { partners: 1 })
    await record(tx, by, 'Partner Created', partner)
    invalidate(tx, 'partners', 'stats')
    return partner
  })
}

async function deletePartner(db: Db, by: By, id: number): Promise<null> {
  return inTransaction(db, async (tx) => {
    const partner = await selectPartnerForUpdate(tx, id)
    if (!partner) throw notFound('Partner not found')

    await removePartner(tx, id)
    // Placeholders are not counted, because they are not shown.
    if (!partner.isPlaceholder) await addToSiteTotals(tx, { partners: -1 })
    await record(tx, by, 'Partner Deleted', partner)
    invalidate(tx, 'partners', 'stats')
    return null
  })
}

const verbs = { 'Partner Created': 'added', 'Partner Updated': 'changed', 'Partner Deleted': 'deleted' }

async function record(
  tx: Db,
  { id: userId, username }: By,
  action: keyof typeof verbs,
  { id: targetId, name }: Partner,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await recordActivity(tx, {
    type: 'partner',
    action,
    description: `${username} ${verbs[action]} the partner ${name}`,
    status: action === 'Partner Deleted' ? 'warning' : 'success',
    userId,
    targetId,
    targetType: 'partner',
    metadata,
  })
}
