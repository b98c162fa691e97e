import {
  collectionRoute,
  collectionsRoute,
  editCollectionRoute,
  ownCollectionsRoute,
  savedRoute,
} from '#web/scripts/collections/collections.routes.ts'

export const routes = [
  collectionsRoute,
  collectionRoute,
  editCollectionRoute,
  ownCollectionsRoute,
  savedRoute,
] as const
