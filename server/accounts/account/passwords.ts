import { permissionsOf } from '#contract/access/authority.ts'
import { accountLimits } from '#contract/access/users.ts'
import type { PasswordChange } from '#contract/accounts/account.ts'
import { holdsAdminKey, type Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { invalid, signInNeeded } from '#platform/errors.ts'
import { hashPassword, verifyPassword } from '#platform/passwords/passwords.ts'
import { selectUserForUpdate, emailKey, usernameKey } from '#server/access/access.public.ts'
import { passwordChangedTexts } from '#server/accounts/accounts.texts.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { removeSessionsOf as endSessionsOf } from '#server/accounts/sessions/sessions.queries.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { recordActivity, actOver } from '#server/records/records.public.ts'

import { updatePasswordHash, selectOwnProfile, selectPasswordHash } from './account.queries.ts'

/** All other sessions end, because others may know the old password. */
export async function changePassword(app: App, actor: Actor, change: PasswordChange): Promise<void> {
  const problem = await passwordProblem(app, actor.id, change.newPassword)
  if (problem) throw invalid({ newPassword: problem })
  const expectedHash = await requirePassword(app, actor.id, change.currentPassword, wrongPassword)
  const passwordHash = await hashPassword(change.newPassword)
  const replacement = {
    userId: actor.id,
    passwordHash,
    expectedHash,
    exceptSession: actor.sessionHash,
    action: 'Password Changed',
  } as const
  const isReplaced = await inTransaction(app.db, (tx) => replacePassword(tx, app, replacement))
  if (!isReplaced) throw wrongPassword()
}

type Replacement = {
  userId: number
  passwordHash: string
  /** If set, the password is replaced only while this hash is stored. */
  expectedHash?: string
  /** The session that does not end. */
  exceptSession?: string
  action: 'Password Changed' | 'Password Reset'
  isFromCli?: boolean
}

/**
 * Replaces the password, ends sessions, revokes reset links and notifies the user. Returns false if the password has
 * changed concurrently. The user row is locked first, like in a sign-in, so that a session that is just being started
 * with the old password ends too.
 */
export async function replacePassword(
  tx: Db,
  { clock, config, settings }: Pick<App, 'clock' | 'config' | 'settings'>,
  replacement: Replacement,
): Promise<boolean> {
  const { userId, exceptSession, action, isFromCli = false } = replacement
  const now = clock.now()
  const user = await selectUserForUpdate(tx, userId)
  if (!user) throw signInNeeded()
  if (!(await updatePasswordHash(tx, userId, { ...replacement, now }))) return false
  await endSessionsOf(tx, userId, exceptSession)
  await revokeTokens(tx, userId, ['reset', 'sign_in'], now)
  await mailUser(tx, { config, settings }, user, passwordChangedTexts)
  await recordActivity(tx, {
    ...actOver(isFromCli ? null : { id: userId }, { id: userId }),
    action,
    description: isFromCli
      ? `The password of ${user.username} was replaced from the command line`
      : `${user.username} ${action === 'Password Reset' ? 'reset' : 'changed'} their password`,
    status: isFromCli ? 'warning' : 'success',
  })
  return true
}

/** The error message for a new password of an existing account, beyond the rules of the contract, or undefined. */
export async function passwordProblem(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  userId: number,
  password: string,
): Promise<string | undefined> {
  const row = await selectOwnProfile(app.db, userId, app.clock.now())
  if (!row) throw signInNeeded()
  const { user, keys } = row
  const permissions = permissionsOf(user, keys)
  // Members may choose weak passwords (docs/domain-rules.md, Sessions and passwords); the form only shows the strength.
  if (!holdsAdminKey(permissions)) return undefined
  return lengthProblem(password, permissions) ?? (await guessablePasswordProblem(app, password, user))
}

/** Users with an `admin.*` permission need a longer password than the contract requires. */
function lengthProblem(password: string, permissions: ReadonlySet<Permission>): string | undefined {
  if (password.length >= accountLimits.passwordMinAdmin || !holdsAdminKey(permissions)) return undefined
  return 'Password must be at least 12 characters'
}

/** Only failures count. Without a limit a stolen session could be used to guess the password. */
const failures = { calls: 10, perSeconds: 300 }

export const wrongPassword = () => invalid({ currentPassword: 'Current password is incorrect' })

/** Verifies the password of the signed-in user and returns its hash. */
export async function requirePassword(
  app: Pick<App, 'db' | 'sharedLimiter'>,
  userId: number,
  password: string,
  wrong: () => Error,
): Promise<string> {
  const limit = { name: 'password check', key: `user ${userId}`, policy: failures }
  await app.sharedLimiter.consume(limit.name, limit.key, limit.policy)
  const hash = await selectPasswordHash(app.db, userId)
  const isCorrect = await verifyPassword(hash, password).catch(async (error: unknown) => {
    await app.sharedLimiter.refund([limit])
    throw error
  })
  if (hash === undefined || !isCorrect) throw wrong()
  await app.sharedLimiter.refund([limit])
  return hash
}

type Site = { settings: Pick<App['settings'], 'siteName'> }
type Account = Omit<PasswordContext, 'siteName'>

export async function assertStrongPassword(site: Site, password: string, account: Account): Promise<void> {
  const problem = await guessablePasswordProblem(site, password, account)
  if (problem) throw invalid({ password: problem })
}

/** Checks locally: neither the password nor a part of its hash is sent to another service. */
export async function guessablePasswordProblem(
  { settings }: Site,
  password: string,
  account: Account,
): Promise<string | undefined> {
  frequent ??= readFrequent()
  return guessableProblem(password, { siteName: settings.siteName, ...account }, await frequent)
}

let frequent: Promise<ReadonlySet<string>> | undefined

/** Loaded on first use: it takes 20 ms and a few megabytes. */
async function readFrequent(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= accountLimits.passwordMin))
}

/** Facts that an attacker knows. */
type PasswordContext = { siteName: string; username: string; email: string }

/** The error message for a password that an attacker would try first, or undefined. */
function guessableProblem(
  password: string,
  { siteName, username, email }: PasswordContext,
  passwords: ReadonlySet<string>,
): string | undefined {
  const typed = password.toLowerCase()
  const repeated = repeatedPart(typed)
  if (passwords.has(typed) || (repeated !== undefined && (repeated.length < 6 || passwords.has(repeated))))
    return 'Many people use this password, so it is tried first. Please choose another one.'
  const [mailbox = ''] = emailKey(email).split('@')
  const words = [siteName.toLowerCase(), usernameKey(username), mailbox]
  if (hasNoOtherLetters(typed, words))
    return 'Please choose a password that is not made of your username, your email or the name of this site.'
  return undefined
}

/** The repeated unit of a text: `ab` of `ababab`. */
function repeatedPart(text: string): string | undefined {
  const length = (text + text).indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}

/** Returns whether all letters belong to the words: `ada1815!` for `ada`. */
function hasNoOtherLetters(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words, ...words.map(lettersOf)].toSorted((a, b) => b.length - a.length)
  let rest = text
  for (const word of longestFirst) if (word.length >= 3) rest = rest.replaceAll(word, '')
  return rest !== text && lettersOf(rest) === ''
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}
