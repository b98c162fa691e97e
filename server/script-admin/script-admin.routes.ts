import { moderatedScriptsApi } from '#contract/moderated-scripts.ts'
import { route } from '#platform/http/route.ts'

import { hideScript, showScript } from './change-removal.ts'

/** Scripts in the back office. */
export const scriptAdminRoutes = [
  route(moderatedScriptsApi.remove, ({ app, actor, params, body }) =>
    hideScript(app, actor, params.id, body),
  ),
  route(moderatedScriptsApi.restore, ({ app, actor, params }) => showScript(app, actor, params.id)),
]
