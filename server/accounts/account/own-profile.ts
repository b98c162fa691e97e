import type { IncomingMessage } from 'node:http'

import { permissionsOf } from '#contract/access/authority.ts'
import { type CurrentUser, type ProfileBanData, accountLimits } from '#contract/access/users.ts'
import { ProfileChange } from '#contract/accounts/account.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, minute } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { signInNeeded, invalid } from '#platform/errors.ts'
import { parse } from '#platform/parse.ts'
import { receiveMultipart } from '#platform/storage/multipart.ts'
import { type NewFiles, withNewFiles } from '#platform/storage/new-files.ts'
import { stageStream } from '#platform/storage/staging.ts'
import {
  toBanData,
  nameStyle,
  styleCss,
  avatarUrl,
  onRenamed,
  invalidateUser,
  emailKey,
  isReservedName,
  assertPermanentEmail,
  assertUnique,
  withUniqueErrors,
  selectTaken,
  selectUserForUpdate,
  updateUser,
  usernameKey,
} from '#server/access/access.public.ts'
import { emailChangedTexts } from '#server/accounts/accounts.texts.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { withTransaction, type Write } from '#server/accounts/sessions/authenticate.ts'
import { selectSignedInAt as readSignedInAt } from '#server/accounts/sessions/sessions.queries.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import { mailConfirmation } from './account-mails.ts'
import { selectOwnProfile, selectAccountByEmail } from './account.queries.ts'
import { requirePassword, wrongPassword } from './passwords.ts'
import { removeAvatarAfter, storeAvatar } from './store-avatar.ts'

type Context = { db: Db; clock: App['clock'] }

export async function readOwnProfile(
  { db, clock }: Context,
  id: number,
): Promise<CurrentUser & ProfileBanData> {
  const row = await selectOwnProfile(db, id, clock.now())
  if (!row) throw signInNeeded()
  const { user, groups, ownStyles, keys, ban, discordUserId } = row
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    avatar_url: avatarUrl(user.avatar),
    is_admin: user.isAdmin,
    is_owner: user.isOwner,
    permissions: [...permissionsOf(user, keys)],
    groups: groups.map(({ style, ...group }) => ({
      ...group,
      user_styles: style && { css_properties: styleCss([style]), priority: style.priority },
    })),
    css: nameStyle(ownStyles, groups[0]?.style),
    scripts_uploaded: user.scriptsUploaded,
    total_downloads: user.totalDownloads,
    phone_number: user.phoneNumber,
    email_verified: user.emailVerified,
    two_factor_enabled: user.twoFactorEnabled,
    discord_verified: discordUserId !== null,
    status: user.status,
    ...toBanData(ban),
  }
}

export async function readOwnGroups(
  context: Context,
  id: number,
): Promise<Pick<CurrentUser, 'groups' | 'css' | 'permissions'>> {
  const { groups, css, permissions } = await readOwnProfile(context, id)
  return { groups, css, permissions }
}

export async function readPermissions({ db, clock }: Context, id: number): Promise<Set<Permission>> {
  const row = await selectOwnProfile(db, id, clock.now())
  return row ? permissionsOf(row.user, row.keys) : new Set()
}

/** Each change sends a mail to an email address that the caller chooses. */
const emailChangeLimit = { calls: 5, perSeconds: 24 * 3600 }

/** For this time after a sign-in the password is not required again. */
const recentSignIn = 15 * minute

/** Fields that are not sent or equal the current value stay unchanged. */
export async function editProfile(
  app: App,
  actor: Pick<Actor, 'id' | 'sessionHash'>,
  sent: ProfileChange & { avatar?: string },
  newFiles?: NewFiles,
): Promise<{ user: CurrentUser }> {
  // Before the transaction: a database connection must not wait for the hashing of a password.
  const isConfirmed =
    sent.email !== undefined && (await hasConfirmedIdentity(app, actor, sent.currentPassword))
  if (sent.email !== undefined) await assertPermanentEmailOf(app, actor.id, sent.email)
  await withUniqueErrors(() =>
    withTransaction(app, actor, { ...(newFiles && { newFiles }) }, (write) =>
      applyChange(write, app, { ...sent, isConfirmed }),
    ),
  )
  return { user: await readOwnProfile(app, actor.id) }
}

/** The current address may be of a provider that was listed later. */
async function assertPermanentEmailOf({ db }: App, userId: number, email: string): Promise<void> {
  const account = await selectAccountByEmail(db, emailKey(email))
  if (account?.id !== userId) await assertPermanentEmail(email)
}

/**
 * An email address gives access to the account by a reset link, and an access token does without a sign-in, so a stolen session must not be enough for either. A
 * recent sign-in has just verified the password and the code.
 */
export async function hasConfirmedIdentity(
  app: App,
  actor: Pick<Actor, 'id' | 'sessionHash'>,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined) {
    const signedInAt = await readSignedInAt(app.db, actor.sessionHash)
    return signedInAt !== undefined && after(signedInAt, recentSignIn) >= app.clock.now()
  }
  await requirePassword(app, actor.id, password, wrongPassword)
  return true
}

async function applyChange(
  { db: tx, actor, now }: Write,
  app: App,
  sent: ProfileChange & { avatar?: string; isConfirmed: boolean },
): Promise<void> {
  const user = await selectUserForUpdate(tx, actor.id)
  if (!user) throw signInNeeded()
  const { username = user.username, email = user.email, avatar = user.avatar } = sent
  const changed = [
    ...(username === user.username ? [] : ['username']),
    ...(email === user.email ? [] : ['email']),
    ...(avatar === user.avatar ? [] : ['avatar']),
  ]
  if (changed.length === 0) return

  const keys = { usernameKey: usernameKey(username), emailKey: emailKey(email) }
  const isNewName = keys.usernameKey !== user.usernameKey
  const isNewEmail = keys.emailKey !== user.emailKey
  if (isNewEmail && !sent.isConfirmed) throw invalid({ currentPassword: 'Current password is required' })
  if (isNewName && isReservedName(username, app.settings.siteName))
    assertUnique({ username: true, email: false })
  assertUnique(await selectTaken(tx, keys, user.id))
  if (isNewEmail) await app.sharedLimiter.consume('change of address', `user ${user.id}`, emailChangeLimit)

  const emailVerified = user.emailVerified && !isNewEmail
  await updateUser(tx, user.id, { username, email, avatar, emailVerified, ...keys })
  if (isNewEmail) {
    // Links that were sent to the old address must not give access any more.
    await revokeTokens(tx, user.id, ['reset', 'confirm_email'], now)
    await mailConfirmation(tx, app, { id: user.id, email })
    await mailUser(tx, app, user, emailChangedTexts)
  }
  if (user.avatar !== null && avatar !== user.avatar) removeAvatarAfter(tx, app, user.avatar)
  await recordActivity(tx, {
    ...ownAct(user),
    action: 'Profile Updated',
    description: `${username} changed their profile`,
    status: 'info',
    metadata: { changed },
  })
  if (username === user.username) invalidateUser(tx, user.id)
  else await onRenamed(tx, user.id)
}

/** Changes the profile by a multipart form. If any part is invalid, nothing is stored. */
export async function editProfileForm(
  app: App,
  actor: Actor,
  request: IncomingMessage,
): Promise<{ user: CurrentUser }> {
  const form = await receiveMultipart(request, {
    files: {
      avatar: {
        sizeMax: accountLimits.avatarSizeMax,
        countMax: 1,
        tooLargeMessage: () => 'Avatar image must be less than 10MB',
        tooManyMessage: 'Only one avatar image is allowed',
      },
    },
    fieldSizeMax: 4 * 1024,
    fieldsMax: 10,
    stage: (stream, sizeMax) => stageStream(app.staging, stream, { sizeMax }),
  })
  try {
    const change = parse(ProfileChange, form.fields)
    const [image] = form.files.avatar ?? []
    if (!image) return await editProfile(app, actor, change)
    return await withNewFiles(app, async (newFiles) => {
      const avatar = await storeAvatar(app, newFiles, image.path)
      return editProfile(app, actor, { ...change, avatar }, newFiles)
    })
  } finally {
    await form.discard()
  }
}
