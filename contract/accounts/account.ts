import { z } from 'zod/mini'

import { CurrentUser, Email, NameCss, OwnGroup, ProfileBanData, Username } from '#contract/access/users.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Success, Time } from '#contract/platform/fields.ts'

export const CurrentPassword = z
  .string('Current password is required')
  .check(
    z.minLength(1, 'Current password is required'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  )

/** Fields that are not sent stay unchanged. A new email address needs the password, unless the sign-in is recent. */
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

/** A session of the user; `address` is the network of the sign-in, not the full IP. */
export const OwnSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.nullable(z.string()),
  created_at: Time,
  last_seen_at: Time,
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const OwnProfile = z.object({ user: CurrentUser })

export const accountApi = {
  profile: endpoint({
    method: 'GET',
    path: '/api/auth/profile',
    summary: 'Get your account',
    access: 'signed-in',
    allowBanned: true,
    reply: OwnProfile,
  }),
  editProfile: endpoint({
    method: 'PUT',
    path: '/api/auth/profile',
    summary: 'Change your username or email address',
    description:
      'Only the fields that are sent change. A new email address needs `currentPassword`, unless the sign-in is at most 15 minutes old.',
    access: 'signed-in',
    body: ProfileChange,
    reply: OwnProfile,
    errors: ['conflict'],
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'Get your account and your current ban',
    access: 'signed-in',
    allowBanned: true,
    reply: z.extend(CurrentUser, ProfileBanData.shape),
  }),
  editMe: endpoint({
    method: 'PUT',
    path: '/api/users/me',
    summary: 'Change your username, email address or avatar',
    description:
      'Only the fields that are sent change. A new email address needs `currentPassword`, unless the sign-in is at most 15 minutes old.',
    access: 'signed-in',
    body: ProfileChange,
    files: { avatar: 'A JPEG, PNG, GIF or WebP image of at most 10 MB.' },
    reply: OwnProfile,
    errors: ['conflict'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/users/me/password',
    summary: 'Change your password',
    description: 'All other sessions end.',
    access: 'signed-in',
    body: PasswordChange,
    reply: Success,
    limit: 'login',
  }),
  myGroups: endpoint({
    method: 'GET',
    path: '/api/groups/me/info',
    summary: 'Get your groups and permissions',
    description: 'Read from the database for every request.',
    access: 'signed-in',
    reply: z.object({ groups: z.array(OwnGroup), css: NameCss, permissions: z.array(z.string()) }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List your sessions',
    description: 'The most recent session comes first.',
    access: 'signed-in',
    reply: z.array(OwnSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'End one of your sessions',
    description: 'The server rejects its token afterwards.',
    access: 'signed-in',
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{16}$/)) }),
    reply: z.null(),
    status: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'End all your other sessions',
    access: 'signed-in',
    reply: z.null(),
    status: 204,
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/account/confirmation',
    summary: 'Send the confirmation email again',
    description: 'At most one email a minute and five a day.',
    access: 'signed-in',
    reply: Success,
    errors: ['conflict'],
  }),
}
