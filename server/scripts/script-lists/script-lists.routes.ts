import { scriptsApi } from '#contract/scripts/scripts.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { authorsTag, userTag } from '#server/access/access.public.ts'
import { cardTag, editsTag, popularityTag, scriptTag, trendTag } from '#server/scripts/script-tags.ts'

import { browseScripts } from './browse-scripts.ts'
import { findDependents, findRelated } from './find-related.ts'
import { listOwnScripts, listWaitingScripts } from './list-scripts-of-author.ts'

export const scriptListRoutes = [
  cachedRoute(
    scriptsApi.list,
    // A list by author name depends on renames: another user may take the name. A list by time changes by itself.
    ({ query: { q, author, sort, updated } }, { scripts }) =>
      q === undefined && updated === undefined
        ? [
            'scripts',
            'counters',
            'categories',
            ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
            ...(author === undefined ? [] : [authorsTag]),
            ...(sort === 'trending' ? [trendTag] : []),
            ...(sort === 'updated' ? [editsTag] : []),
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
  cachedRoute(
    scriptsApi.dependents,
    ({ params }, { scripts }) => [
      scriptTag(params.id),
      'scripts',
      'counters',
      'categories',
      ...scripts.flatMap(({ id, userId }) => [cardTag(id), userTag(userId)]),
    ],
    ({ app, actor, params, query }) => findDependents(app, actor, params.id, query),
  ),
  route(scriptsApi.mine, ({ db, actor, query }) => listOwnScripts(db, actor, query)),
  route(scriptsApi.waiting, ({ db, query }) => listWaitingScripts(db, query)),
]
