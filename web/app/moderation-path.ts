/** Each decides cases of some kinds. */
export const moderationPermissions = [
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.users.ban',
] as const

// Typed as string: the router's types accept only paths of the routes that are in the first load.
export const moderationPath: string = '/admin/moderation'
export const moderatedTextsPath: string = '/admin/moderation/texts'
export const moderationCasePath = (id: number): string => `${moderationPath}/${id}`
