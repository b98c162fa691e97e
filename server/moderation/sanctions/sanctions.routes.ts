import { moderatorActsApi } from '#contract/moderation/moderator-acts.ts'
import { sanctionsApi } from '#contract/moderation/sanctions.ts'
import { route } from '#platform/http/route.ts'

import { listBulkActs } from './list-bulk-acts.ts'
import { banInBulk, liftBansInBulk, suspendInBulk } from './run-bulk-act.ts'
import { listActsOf, undoActsOf } from './undo-acts-of.ts'
import { undoBulkAct } from './undo-bulk-act.ts'

export const sanctionRoutes = [
  route(sanctionsApi.ban, ({ app, actor, body }) => banInBulk(app, actor, body)),
  route(sanctionsApi.lift, ({ app, actor, body }) => liftBansInBulk(app, actor, body)),
  route(sanctionsApi.suspend, ({ app, actor, body }) => suspendInBulk(app, actor, body)),
  route(sanctionsApi.acts, ({ app, actor, query }) => listBulkActs(app, actor, query)),
  route(sanctionsApi.undo, ({ app, actor, params }) => undoBulkAct(app, actor, params.id)),
  route(moderatorActsApi.list, ({ app, actor, params, query }) => listActsOf(app, actor, params.id, query)),
  route(moderatorActsApi.undo, ({ app, actor, params, body }) => undoActsOf(app, actor, params.id, body)),
]
