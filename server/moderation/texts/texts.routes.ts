import { moderatedTextsApi } from '#contract/moderation/moderated-texts.ts'
import { route } from '#platform/http/route.ts'

import { actOnTexts } from './act-on-texts.ts'
import { listTexts } from './list-texts.ts'

export const moderatedTextRoutes = [
  route(moderatedTextsApi.list, ({ db, query }) => listTexts(db, query)),
  route(moderatedTextsApi.bulk, ({ app, actor, body }) => actOnTexts(app, actor, body)),
]
