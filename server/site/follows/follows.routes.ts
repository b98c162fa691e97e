import { followsApi } from '#contract/site/follows.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { collectionTag, scriptTag } from '#server/scripts/scripts.public.ts'
import { userTag } from '#server/access/access.public.ts'

import {
  follow,
  followersTag,
  readFollowStatus,
  unfollow,
  listFollows,
  changeSearch,
  listSearches,
  removeSearch,
  saveSearch,
} from './follows.ts'

const tagOf = { script: scriptTag, author: userTag, collection: collectionTag }

export const followRoutes = [
  cachedRoute(
    followsApi.status,
    ({ params }) => [followersTag(params), tagOf[params.kind](params.id)],
    ({ app, actor, params }) => readFollowStatus(app, actor, params),
    { variesByUser: true },
  ),
  route(followsApi.list, ({ db, actor, query }) => listFollows(db, actor, query)),
  route(followsApi.follow, ({ app, actor, params, body }) => follow(app, actor, params, body)),
  route(followsApi.unfollow, ({ app, actor, params }) => unfollow(app, actor, params)),
  route(followsApi.searches, ({ app, actor }) => listSearches(app, actor)),
  route(followsApi.saveSearch, ({ app, actor, body }) => saveSearch(app, actor, body)),
  route(followsApi.changeSearch, ({ app, actor, params, body }) => changeSearch(app, actor, params.id, body)),
  route(followsApi.removeSearch, ({ app, actor, params }) => removeSearch(app, actor, params.id)),
]
