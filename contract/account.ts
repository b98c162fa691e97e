import { z } from 'zod/mini'

import { CurrentUser, Email, OwnGroup, ProfileBanData, Username } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Success } from './fields.ts'

/** Only what is sent changes. */
export const ProfileChange = z.object({ username: z.optional(Username), email: z.optional(Email) })
export type ProfileChange = z.output<typeof ProfileChange>

export const PasswordChange = z.object({
  currentPassword: z
    .string('Current password is required')
    .check(
      z.minLength(1, 'Current password is required'),
      z.maxLength(256, 'Password must be at most 256 characters'),
    ),
  newPassword: z
    .string('New password is required')
    .check(
      z.minLength(1, 'New password is required'),
      z.minLength(6, 'New password must be at least 6 characters'),
      z.maxLength(256, 'Password must be at most 256 characters'),
    ),
})
export type PasswordChange = z.output<typeof PasswordChange>

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
    summary: 'Change the own username or email address.',
    access: 'signed-in',
    body: ProfileChange,
    reply: OwnProfile,
    limit: 'write',
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
    summary: 'Change the own username, email address or avatar.',
    access: 'signed-in',
    body: ProfileChange,
    files: { avatar: 'JPEG, PNG, GIF or WebP, at most 10 MB' },
    reply: OwnProfile,
    limit: 'write',
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
    reply: z.object({ groups: z.array(OwnGroup), permissions: z.array(z.string()) }),
  }),
}
