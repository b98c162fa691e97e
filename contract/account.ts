import { z } from 'zod/mini'

import { CurrentUser, Email, NameCss, OwnGroup, ProfileBanData, Username } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Success, Time } from './fields.ts'

const CurrentPassword = z
  .string('Current password is required')
  .check(
    z.minLength(1, 'Current password is required'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  )

/** Only what is sent changes. The password goes with a new email address, unless the sign-in is fresh. */
export const ProfileChange = z.object({
  username: z.optional(Username),
  email: z.optional(Email),
  currentPassword: z.optional(CurrentPassword),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const PasswordChange = z.object({
  currentPassword: CurrentPassword,
  newPassword: z
    .string('New password is required')
    .check(
      z.minLength(1, 'New password is required'),
      z.minLength(6, 'New password must be at least 6 characters'),
      z.maxLength(256, 'Password must be at most 256 characters'),
    ),
})
export type PasswordChange = z.output<typeof PasswordChange>

/** A device that somebody is signed in on; `address` is the network it was signed in from. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  created_at: Time,
  last_seen_at: Time,
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

const OwnProfile = z.object({ user: CurrentUser })

export const accountApi = {
  profile: endpoint({
    method: 'GET',
    path: '/api/auth/profile',
    summary: 'The signed-in user.',
    access: 'signed-in',
    evenBanned: true,
    reply: OwnProfile,
  }),
  editProfile: endpoint({
    method: 'PUT',
    path: '/api/auth/profile',
    summary:
      'Change the own username or email address. A new address needs the password, unless the sign-in is 15 minutes old at most.',
    access: 'signed-in',
    body: ProfileChange,
    reply: OwnProfile,
    limit: 'write',
    refuses: ['conflict'],
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'The signed-in user with the ban that is in force, if any.',
    access: 'signed-in',
    evenBanned: true,
    reply: z.extend(CurrentUser, ProfileBanData.shape),
  }),
  editMe: endpoint({
    method: 'PUT',
    path: '/api/users/me',
    summary:
      'Change the own username, email address or avatar. A new address needs the password, unless the sign-in is 15 minutes old at most.',
    access: 'signed-in',
    body: ProfileChange,
    files: { avatar: 'JPEG, PNG, GIF or WebP, at most 10 MB' },
    reply: OwnProfile,
    limit: 'write',
    refuses: ['conflict'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/users/me/password',
    summary: 'Change the own password; all other sessions end.',
    access: 'signed-in',
    body: PasswordChange,
    reply: Success,
    limit: 'login',
  }),
  myGroups: endpoint({
    method: 'GET',
    path: '/api/groups/me/info',
    summary: 'The own groups and permissions, read live.',
    access: 'signed-in',
    reply: z.object({ groups: z.array(OwnGroup), css: NameCss, permissions: z.array(z.string()) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where the signed-in user is signed in, the latest first.',
    access: 'signed-in',
    reply: z.array(OwnSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'Sign one of the own devices out; its token is refused from then on.',
    access: 'signed-in',
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{16}$/)) }),
    reply: z.null(),
    status: 204,
    limit: 'write',
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Sign all the own devices out but this one.',
    access: 'signed-in',
    reply: z.null(),
    status: 204,
    limit: 'write',
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/account/confirmation',
    summary: 'Mail the link that confirms the own email address once more; 5 a day, one a minute.',
    access: 'signed-in',
    reply: Success,
    limit: 'write',
    refuses: ['conflict'],
  }),
}
