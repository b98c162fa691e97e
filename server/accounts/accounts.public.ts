export { assertStrongPassword } from './account/passwords.ts'
export { mailConfirmation } from './account/account-mails.ts'
export { mailUser } from './mail-user.ts'
export { hasConfirmedIdentity } from './account/own-profile.ts'
export { accountKeysAmong, filesOfAccounts, removeAvatarAfter, storeAvatar } from './account/store-avatar.ts'
export { createOwner, promoteToOwner, ensureFirstOwner } from './auth/first-owner.ts'
export { mailResetLink, setPasswordFromCli } from './auth/reset-password.ts'
export { registerDiscordCommand } from './discord/verify-command.ts'
export { updateTokensUsed as revokeTokens } from './one-time-tokens/one-time-tokens.queries.ts'
export { purgeExpiredTokens } from './one-time-tokens/one-time-tokens.ts'
export { deleteAccounts, handOverScriptsJob } from './own-data/delete-account.ts'
export { purgeExports, writeExport } from './own-data/export-own-data.ts'
export {
  type AccessTokenRow,
  insertAccessToken,
  neverUsed,
  removeAccessToken,
  removeAccessTokenOf,
  selectAccessToken,
  selectAccessTokenCount,
  selectAccessTokens,
  removeSessionsOf as endSessionsOf,
} from './sessions/sessions.queries.ts'
export { hashSecret, hintOf, newAccessToken } from './sessions/tokens.ts'
export {
  tokenCreatedTexts,
  tokenRevokedTexts,
  turnedOffByAdminTexts,
  turnedOnByAdminTexts,
} from './accounts.texts.ts'
export { mailEndingTokens, startSession, sweepSessions } from './sessions/sessions.ts'
export { authenticate, requireSession, withTransaction, type Write } from './sessions/authenticate.ts'
export { clearTwoFactor, turnOffFromCli } from './two-factor/two-factor.ts'
