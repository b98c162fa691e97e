import { installApi } from '#contract/scripts/install.ts'
import { updatesApi, type LatestVersion } from '#contract/scripts/updates.ts'
import { cachedRoute, httpRoute, route } from '#platform/http/route.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { cardTag } from '#server/scripts/script-tags.ts'

import { createDeploy } from './create-deploy.ts'
import { readInstall } from './read-install.ts'
import { readLatest, readUpdates, readUpdatesLua } from './read-updates.ts'

const latestTags = (id: number, latest: LatestVersion | null) => [
  cardTag(id),
  ...(latest ? [analysisTag(latest.sha256)] : []),
]

export const deployRoutes = [
  cachedRoute(
    installApi.get,
    (_, { version, requires }) => [
      analysisTag(version.sha256),
      cardTag(version.scriptId),
      ...requires.flatMap(({ script }) => (script ? [cardTag(script.id)] : [])),
    ],
    ({ app, actor, params, addCacheTags }) => readInstall(app, actor, params.id, addCacheTags),
  ),
  route(installApi.deploy, ({ app, actor, params }) => createDeploy(app, actor, params.id)),
  cachedRoute(
    updatesApi.check,
    (_, { scripts }) => scripts.flatMap(({ id, latest }) => latestTags(id, latest)),
    ({ db, query }) => readUpdates(db, query.installed),
  ),
  cachedRoute(
    updatesApi.latest,
    ({ params }, { latest }) => latestTags(params.id, latest),
    ({ db, params }) => readLatest(db, params.id),
  ),
]

export const deployFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/updates.lua',
    access: 'public',
    handle: async ({ app }) => ({
      // Shown as a text, so that it is read before it is used.
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
      body: await readUpdatesLua(app),
    }),
  }),
]
