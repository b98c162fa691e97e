import { scriptsApi } from '#contract/scripts.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { authorsTag, userTag } from '#server/users/users.public.ts'

import { browseScripts } from './browse-scripts.ts'
import { findRelated } from './find-related.ts'
import { likeScript, readLikeStatus, unlikeScript } from './like-script.ts'
import { listOwnScripts } from './list-scripts-of-author.ts'
import { recordDownload } from './record-download.ts'
import { recordView } from './record-view.ts'
import { cardTag, popularityTag, scriptTag } from './script-tags.ts'
import { searchScripts } from './search-scripts.ts'

export const scriptRoutes = [
  cachedRoute(
    scriptsApi.list,
    // A list by a name says nothing of whoever takes that name next: it goes with every rename.
    ({ query: { q, author } }, { scripts }) =>
      q === undefined
        ? [
            'scripts',
            'counters',
            'categories',
            ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
            ...(author === undefined ? [] : [authorsTag]),
          ]
        : undefined,
    ({ hub, query }) => browseScripts(hub, query),
  ),
  cachedRoute(
    scriptsApi.search,
    () => undefined,
    ({ db, query }) => searchScripts(db, query),
  ),
  cachedRoute(
    scriptsApi.related,
    ({ params }, scripts) => [
      scriptTag(params.id),
      popularityTag,
      'category-names',
      ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
    ],
    ({ db, actor, params, dependsOn }) => findRelated(db, actor, params.id, dependsOn),
  ),
  route(scriptsApi.mine, ({ db, actor, query }) => listOwnScripts(db, actor, query)),
  route(scriptsApi.likeStatus, ({ db, actor, params }) => readLikeStatus(db, actor, params.id)),
  route(scriptsApi.like, ({ hub, actor, params }) => likeScript(hub, actor, params.id)),
  route(scriptsApi.unlike, ({ hub, actor, params }) => unlikeScript(hub, actor, params.id)),
  route(scriptsApi.recordView, ({ hub, actor, client, params }) => recordView(hub, actor, client, params.id)),
  route(scriptsApi.recordDownload, ({ hub, actor, params }) => recordDownload(hub, actor, params.id)),
]
