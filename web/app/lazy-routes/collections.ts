import { collectionRoute, collectionsRoute } from '#web/scripts/collections/collections.routes.ts'

export const routes = [collectionsRoute, collectionRoute] as const
