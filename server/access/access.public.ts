export { issueBan } from './bans/ban-user.ts'
export { selectActiveBan } from './bans/bans.queries.ts'
export { banEnd, toBanData } from './bans/bans.rules.ts'
export { reissueBan } from './bans/reissue-ban.ts'
export { liftBan } from './bans/unban-user.ts'
export { activeMembership } from './groups/active-membership.queries.ts'
export { changeMembership } from './groups/change-membership.ts'
export { endExpiredMemberships } from './groups/end-expired-memberships.ts'
export { selectActiveGroups } from './groups/group-list.queries.ts'
export { selectMembershipsOf } from './groups/groups.queries.ts'
export { groupsTag } from './groups/groups.rules.ts'
export { joinDefaultGroup, joinGroup } from './groups/join-group.ts'
export {
  type NamedPrincipal,
  lockPrincipals,
  readPermissions,
  readPrincipals,
} from './groups/load-principals.ts'
export { ownStyles } from './user-styles/active-styles.queries.ts'
export { endExpiredStyles } from './user-styles/end-expired-styles.ts'
export { type StoredStyle, nameStyle, styleCss, stylesTag } from './user-styles/name-style.rules.ts'
export { accountStatusError } from './users/account-status-error.ts'
export { activeBan } from './users/active-ban.queries.ts'
export { anonymizeIps } from './users/anonymize-ips.ts'
export { assertPermanentEmail } from './users/assert-permanent-email.ts'
export { assertUnique, withUniqueErrors } from './users/assert-unique.ts'
export { authorsTag, invalidateUser, onRenamed, reindexAuthorJob, userTag } from './users/invalidate-user.ts'
export { newAccountUntil } from './users/new-accounts.ts'
export {
  addToAuthorTotals,
  deleteTeamUser,
  insertUser,
  lockOwnership,
  selectHasOwner,
  selectTaken,
  selectUserForUpdate,
  updateLastActive,
  updateUser,
} from './users/users.queries.ts'
export { avatarUrl, emailKey, isReservedName, networkOf, usernameKey } from './users/users.rules.ts'
