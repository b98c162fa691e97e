// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const moderationCasePath = (id: number): string => `/admin/moderation/${id}`
