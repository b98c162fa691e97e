/** Typed as string: the router's types accept only paths of the routes that are in the first load. */
export const statisticsPath = (scriptId: number): string => `/scripts/${scriptId}/statistics`
