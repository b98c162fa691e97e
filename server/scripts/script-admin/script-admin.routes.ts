import { categoriesApi } from '#contract/scripts/categories.ts'
import { moderatedScriptsApi } from '#contract/scripts/moderated-scripts.ts'
import { route } from '#platform/http/route.ts'

import { actOnScripts, hideScript, showScript, moveScripts } from './act-on-scripts.ts'
import { listModeratedScripts, readModeratedScript } from './list-moderated-scripts.ts'

/** Scripts in the back office. */
export const scriptAdminRoutes = [
  route(moderatedScriptsApi.list, ({ db, query }) => listModeratedScripts(db, query)),
  route(moderatedScriptsApi.get, ({ db, params }) => readModeratedScript(db, params.id)),
  route(moderatedScriptsApi.bulk, ({ app, actor, body }) => actOnScripts(app, actor, body)),
  route(moderatedScriptsApi.remove, ({ app, actor, params, body }) =>
    hideScript(app, actor, params.id, body),
  ),
  route(categoriesApi.moveScripts, ({ db, actor, params, body }) =>
    moveScripts(db, actor, params.id, body.to),
  ),
  route(moderatedScriptsApi.restore, ({ app, actor, params }) => showScript(app, actor, params.id)),
]
