import { scriptStatesApi } from '#contract/scripts/script-states.ts'
import { route } from '#platform/http/route.ts'

import { changeState } from './change-state.ts'

export const scriptStateRoutes = [
  route(scriptStatesApi.change, ({ app, actor, params, body }) => changeState(app, actor, params.id, body)),
]
