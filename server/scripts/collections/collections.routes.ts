import { collectionInstallApi } from '#contract/scripts/collection-install.ts'
import { collectionsApi } from '#contract/scripts/collections.ts'
import { cachedRoute, route } from '#platform/http/route.ts'
import { userTag } from '#server/access/access.public.ts'

import { createCollection, editCollection, removeCollection } from './change-collection.ts'
import { deployCollection, readCollectionFiles, readCollectionInstall } from './collection-install.ts'
import {
  addScript,
  removeScript,
  replaceCollectionEntries,
  saveScript,
  unsaveScript,
} from './change-entries.ts'
import { listCollections, listOwnCollections, readCollection } from './read-collections.ts'
import { collectionsTag, collectionTag } from '#server/scripts/script-tags.ts'

export const collectionRoutes = [
  cachedRoute(
    collectionsApi.list,
    (_, { collections }) => [collectionsTag, ...collections.map(({ owner }) => userTag(owner.id))],
    ({ db, query, addCacheTags }) => listCollections(db, query, addCacheTags),
  ),
  route(collectionsApi.own, ({ db, actor, query }) => listOwnCollections(db, actor, query.script)),
  cachedRoute(
    collectionsApi.get,
    ({ params }, { owner, editors }) => [
      collectionTag(params.id),
      ...[owner, ...editors].map((user) => userTag(user.id)),
    ],
    ({ db, actor, params, query, addCacheTags }) =>
      readCollection(db, actor, params.id, { key: query.key, addTags: addCacheTags }),
  ),
  cachedRoute(
    collectionInstallApi.install,
    // A new script may be what others need.
    ({ params }) => [collectionTag(params.id), 'scripts'],
    ({ app, actor, params, query, addCacheTags }) =>
      readCollectionInstall(app, actor, params.id, { key: query.key, addTags: addCacheTags }),
  ),
  route(collectionInstallApi.files, ({ app, actor, params, query }) =>
    readCollectionFiles(app, actor, params.id, { key: query.key }),
  ),
  route(collectionInstallApi.deploy, ({ app, actor, params, query }) =>
    deployCollection(app, actor, params.id, query.key),
  ),
  route(collectionsApi.create, ({ app, actor, body }) => createCollection(app, actor, body)),
  route(collectionsApi.edit, ({ app, actor, params, body }) => editCollection(app, actor, params.id, body)),
  route(collectionsApi.remove, ({ app, actor, params }) => removeCollection(app, actor, params.id)),
  route(collectionsApi.replaceEntries, ({ app, actor, params, body }) =>
    replaceCollectionEntries(app, actor, params.id, body.entries),
  ),
  route(collectionsApi.addScript, ({ app, actor, params: { id, scriptId }, body }) =>
    addScript(app, actor, id, { scriptId, ...body }),
  ),
  route(collectionsApi.removeScript, ({ app, actor, params }) => removeScript(app, actor, params)),
  route(collectionsApi.save, ({ app, actor, params }) => saveScript(app, actor, params.scriptId)),
  route(collectionsApi.unsave, ({ app, actor, params }) => unsaveScript(app, actor, params.scriptId)),
]
