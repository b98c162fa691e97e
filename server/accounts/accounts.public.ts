export { assertStrongPassword } from './account/guessable-password.ts'
export { mailConfirmation } from './account/mail-confirmation.ts'
export { hasConfirmedIdentity } from './account/edit-profile.ts'
export { accountKeysAmong, filesOfAccounts, removeAvatarAfter, storeAvatar } from './account/store-avatar.ts'
export { createOwner, promoteToOwner, ensureFirstOwner } from './auth/first-owner.ts'
export { mailResetLink, setPasswordFromCli } from './auth/reset-password.ts'
export { registerDiscordCommand } from './discord/register-command.ts'
export { updateTokensUsed as revokeTokens } from './one-time-tokens/one-time-tokens.queries.ts'
export { purgeExpiredTokens } from './one-time-tokens/one-time-tokens.ts'
export { deleteAccounts, handOverScriptsJob, purgeExports } from './own-data/delete-accounts.ts'
export { writeExport } from './own-data/write-export.ts'
export {
  type AccessTokenRow,
  insertAccessToken,
  neverUsed,
  removeAccessToken,
  removeAccessTokenOf,
  selectAccessToken,
  selectAccessTokenCount,
  selectAccessTokens,
} from './sessions/access-tokens.queries.ts'
export { hintOf, newAccessToken } from './sessions/access-tokens.rules.ts'
export { tokenCreatedTexts, tokenRevokedTexts } from './sessions/access-tokens.texts.ts'
export { mailAboutToken, mailEndingTokens, sweepSessions } from './sessions/expire-sessions.ts'
export { hashSecret } from './sessions/tokens.ts'
export { authenticate, requireSession } from './sessions/authenticate.ts'
export { removeSessionsOf as endSessionsOf } from './sessions/sessions.queries.ts'
export { withTransaction, type Write } from './sessions/with-transaction.ts'
export { startSession } from './sessions/start-session.ts'
export { mailTurnedOffByAdmin, mailTurnedOnByAdmin } from './two-factor/mail-notices.ts'
export { clearTwoFactor, turnOffFromCli } from './two-factor/turn-off.ts'
