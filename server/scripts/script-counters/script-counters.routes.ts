import { scriptsApi } from '#contract/scripts/scripts.ts'
import { route } from '#platform/http/route.ts'

import { readLikeStatus, recordDownload, recordView, setLike } from './record-counts.ts'

export const scriptCounterRoutes = [
  route(scriptsApi.likeStatus, ({ db, actor, params }) => readLikeStatus(db, actor, params.id)),
  route(scriptsApi.like, ({ app, actor, params }) => setLike(app, actor, params.id, 'like')),
  route(scriptsApi.unlike, ({ app, actor, params }) => setLike(app, actor, params.id, 'unlike')),
  route(scriptsApi.recordView, ({ app, actor, client, params }) => recordView(app, actor, client, params.id)),
  route(scriptsApi.recordDownload, ({ app, actor, params }) => recordDownload(app, actor, params.id)),
]
