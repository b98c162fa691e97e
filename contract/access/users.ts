import { z } from 'zod/mini'

import { Time, visible } from '#contract/platform/fields.ts'

export const accountLimits = {
  usernameMin: 3,
  usernameMax: 32,
  emailMax: 254,
  passwordMin: 6,
  /** For users with any `admin.*` permission (docs/domain-rules.md, Sessions and passwords). */
  passwordMinAdmin: 12,
  passwordMax: 256,
  avatarSizeMax: 10 * 1024 * 1024,
} as const

const emailPattern = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/

export const Username = accountName('Username')

/** Users and teams share their names. `field` begins the error messages. */
export function accountName(field: string) {
  const { usernameMin: min, usernameMax: max } = accountLimits
  return z
    .string(`${field} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${field} is required`),
      z.minLength(min, `${field} must be at least ${min} characters`),
      z.maxLength(max, `${field} must be at most ${max} characters`),
      z.regex(/^[A-Za-z0-9_.-]+$/, `${field} may only contain letters, digits, and _ - .`),
    )
}

export const Email = emailWithMessage('Email is invalid')

export function emailWithMessage(problem: string) {
  return z
    .string('Email is required')
    .check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      z.maxLength(accountLimits.emailMax, problem),
      z.regex(emailPattern, problem),
      visible(problem),
    )
}

/** A password that a user chooses. */
export const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(accountLimits.passwordMin, 'Password must be at least 6 characters'),
    z.maxLength(accountLimits.passwordMax, 'Password must be at most 256 characters'),
  )

/** A password to verify. The maximum length bounds the cost of hashing. */
export const PresentedPassword = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(accountLimits.passwordMax, 'Password must be at most 256 characters'),
  )

export const accountStatuses = ['active', 'inactive', 'suspended', 'under_review'] as const

/** CSS declarations for a username, validated by the server; empty for none. */
export const NameCss = z.string()

/** The style of a group, validated like `NameCss`. */
const LinkedStyle = z.object({ css_properties: z.string(), priority: z.int() })

export const OwnGroup = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  color: z.string(),
  priority: z.int(),
  user_styles: z.nullable(LinkedStyle),
})
export type OwnGroup = z.output<typeof OwnGroup>

/** The group that is shown next to a username. */
export const GroupTag = z.object({ display_name: z.string(), color: z.string(), css: NameCss })

export const CurrentUser = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  avatar_url: z.nullable(z.string()),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  permissions: z.array(z.string()),
  groups: z.array(OwnGroup),
  css: NameCss,
  scripts_uploaded: z.int(),
  total_downloads: z.int(),
  phone_number: z.nullable(z.string()),
  email_verified: z.boolean(),
  two_factor_enabled: z.boolean(),
  discord_verified: z.boolean(),
  status: z.enum(accountStatuses),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const BanInfo = z.object({
  id: z.int(),
  reason: z.string(),
  is_permanent: z.boolean(),
  expires_at: z.nullable(Time),
  created_at: Time,
  banned_by: z.string(),
})
export type BanInfo = z.output<typeof BanInfo>

export const ProfileBanData = z.object({ is_banned: z.boolean(), ban_info: z.nullable(BanInfo) })
export type ProfileBanData = z.output<typeof ProfileBanData>
