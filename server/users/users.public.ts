export { activeBan } from './active-ban.queries.ts'
export { authorsTag, invalidateUser, onRenamed, reindexAuthorJob, userTag } from './invalidate-user.ts'
export {
  removeTokensOfKind as removeTokens,
  selectTokenCount as countTokens,
  updateTokensUsed as revokeTokens,
} from './one-time-tokens.queries.ts'
export { purgeExpiredTokens } from './purge-expired-tokens.ts'
export { newAccountUntil } from './new-accounts.ts'
export { accountStatusError } from './account-status-error.ts'
export { assertPermanentEmail } from './assert-permanent-email.ts'
export { assertUnique, withUniqueErrors } from './assert-unique.ts'
export { anonymizeIps } from './anonymize-ips.ts'
export { findToken, issueToken, consumeToken } from './one-time-tokens.ts'
export {
  addToUserTotal,
  insertCredentials,
  insertUser,
  lockOwnership,
  selectAccountByEmail,
  selectHasOwner,
  selectPasswordHash,
  selectRegisteredAt,
  selectTaken,
  selectUserForUpdate,
  updatePasswordHash,
  updateUser,
} from './users.queries.ts'
export { avatarUrl, emailKey, isReservedName, networkOf, usernameKey } from './users.rules.ts'
