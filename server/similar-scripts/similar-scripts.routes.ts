import { similarApi } from '#contract/similar.ts'
import { route } from '#platform/http/route.ts'

import { findSimilar } from './find-similar.ts'

export const similarScriptRoutes = [
  route(similarApi.similar, ({ app, actor, params }) => findSimilar(app, actor, params.id)),
]
