// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const collectionsPath: string = '/collections'
export const ownCollectionsPath: string = '/collections/mine'
export const savedPath: string = '/collections/saved'

export const collectionPath = (id: number): string => `${collectionsPath}/${id}`
export const editCollectionPath = (id: number): string => `${collectionPath(id)}/edit`
