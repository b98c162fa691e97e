export { issueBan, reissueBan, liftBan } from './bans/change-bans.ts'
export { selectActiveBan } from './bans/bans.queries.ts'
export { banEnd, toBanData } from './bans/bans.rules.ts'
export { activeMembership, selectMembershipsOf } from './groups/groups.queries.ts'
export {
  changeMembership,
  endExpiredMemberships,
  joinDefaultGroup,
  joinGroup,
} from './groups/change-membership.ts'
export { selectActiveGroups } from './groups/group-list.queries.ts'
export { groupsTag } from './groups/groups.ts'
export {
  type NamedPrincipal,
  lockPrincipals,
  lockTarget,
  readPermissions,
  readPrincipals,
} from './groups/load-principals.ts'
export { ownStyles } from './user-styles/user-styles.queries.ts'
export { endExpiredStyles } from './user-styles/assign-style.ts'
export { type StoredStyle, nameStyle, styleCss, stylesTag } from './user-styles/name-style.rules.ts'
export {
  accountStatusError,
  assertPermanentEmail,
  assertUnique,
  withUniqueErrors,
  newAccountUntil,
  anonymizeIps,
  authorsTag,
  invalidateUser,
  onRenamed,
  reindexAuthorJob,
  userTag,
} from './users/users.ts'
export {
  activeBan,
  addToAuthorTotals,
  deleteTeamUser,
  insertUser,
  lockOwnership,
  selectHasOwner,
  selectTaken,
  selectUserForUpdate,
  selectUsername,
  selectUsernames,
  updateLastActive,
  updateUser,
} from './users/users.queries.ts'
export { avatarUrl, emailKey, isReservedName, networkOf, usernameKey } from './users/users.rules.ts'
