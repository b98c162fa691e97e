/** Typed as string: the router's types accept only paths of the routes that are in the first load. */
export const worksPath = (scriptId: number): string => `/scripts/${scriptId}/works`
