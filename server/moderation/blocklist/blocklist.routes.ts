import { blocklistApi } from '#contract/moderation/blocklist.ts'
import { route } from '#platform/http/route.ts'

import { addEntry, removeEntry } from './change-blocklist.ts'
import { listBlocklist } from './read-blocklist.ts'
import { readEffect } from './read-effect.ts'

export const blocklistRoutes = [
  route(blocklistApi.list, ({ db, query }) => listBlocklist(db, query)),
  route(blocklistApi.effect, ({ app, actor, query }) => readEffect(app, actor, query)),
  route(blocklistApi.add, ({ app, actor, body }) => addEntry(app, actor, body)),
  route(blocklistApi.remove, ({ app, actor, params, query }) => removeEntry(app, actor, params.id, query)),
]
