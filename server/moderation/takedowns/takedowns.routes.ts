import { takedownsApi } from '#contract/moderation/takedowns.ts'
import { route } from '#platform/http/route.ts'

import { confirmNotice, sendNotice } from './file-notice.ts'
import { readOfUploader, readStatus } from './read-takedown.ts'
import { sendCounterNotice } from './send-counter-notice.ts'

export const takedownRoutes = [
  route(takedownsApi.send, ({ app, body }) => sendNotice(app, body)),
  route(takedownsApi.confirm, ({ app, body }) => confirmNotice(app, body.token)),
  route(takedownsApi.status, ({ db, params, query }) => readStatus(db, params.number, query.secret)),
  route(takedownsApi.ofUploader, ({ db, actor, params }) => readOfUploader(db, actor, params.number)),
  route(takedownsApi.counter, ({ app, actor, params, body }) =>
    sendCounterNotice(app, actor, params.number, body),
  ),
]
