import { scriptsApi } from '#contract/scripts.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { authorsTag, userTag } from '#server/users/users.public.ts'
import { cardTag, popularityTag, scriptTag } from '#server/scripts/scripts.public.ts'

import { browseScripts } from './browse-scripts.ts'
import { findRelated } from './find-related.ts'
import { listOwnScripts, listWaitingScripts } from './list-scripts-of-author.ts'

export const scriptListRoutes = [
  cachedRoute(
    scriptsApi.list,
    // A list by author name depends on renames: another user may take the name.
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
    ({ app, query }) => browseScripts(app, query),
  ),
  cachedRoute(
    scriptsApi.related,
    ({ params }, scripts) => [
      scriptTag(params.id),
      popularityTag,
      'category-names',
      ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
    ],
    ({ db, actor, params, addCacheTags }) => findRelated(db, actor, params.id, addCacheTags),
  ),
  route(scriptsApi.mine, ({ db, actor, query }) => listOwnScripts(db, actor, query)),
  route(scriptsApi.waiting, ({ db, query }) => listWaitingScripts(db, query)),
]
