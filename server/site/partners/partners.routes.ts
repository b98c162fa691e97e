import { partnersApi } from '#contract/site/partners.ts'
import { cachedRoute, route } from '#platform/http/route.ts'

import { addPartner, editPartner, deletePartner } from './change-partners.ts'
import { selectPartners } from './partners.queries.ts'

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
