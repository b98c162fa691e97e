import { z } from 'zod/mini'

import { accountStatuses, emailWithMessage, NameCss, Username } from '#contract/access/users.ts'
import { Id, noNul, optionalText, paging, sentId, Time } from '#contract/platform/fields.ts'
import { bulkActLimits } from './bulk-acts.ts'

export const userAdminLimits = {
  phoneMax: 32,
  notesMax: 5_000,
  /** A search, or a filter by group, verification, age or IP, counts at most this many matches. */
  matchesMax: 500,
  /** Listed accounts with the same IP. */
  sameIpMax: 100,
} as const

export const userSorts = [
  'created_at',
  'username',
  'scripts',
  'downloads',
  'reputation',
  'last_login',
] as const

export const AdminUser = z.object({
  id: z.int(),
  username: z.string(),
  css: NameCss,
  email: z.string(),
  phone_number: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  status: z.enum(accountStatuses),
  is_banned: z.boolean(),
  is_locked: z.boolean(),
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  permissions: z.array(z.string()),
  email_verified: z.boolean(),
  two_factor_enabled: z.boolean(),
  notes: z.nullable(z.string()),
  created_at: Time,
  last_login: z.nullable(Time),
  days_since_last_active: z.nullable(z.int()),
  account_age_days: z.int(),
  scripts_uploaded: z.int(),
  total_downloads: z.int(),
  reputation: z.int(),
  registration_ip: z.nullable(z.string()),
  last_login_ip: z.nullable(z.string()),
  unique_ips: z.array(z.string()),
  login_success_rate: z.number(),
  recent_login_attempts: z.int(),
  rank: z.int(),
})
export type AdminUser = z.output<typeof AdminUser>

export const UserMembership = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  color: z.string(),
  priority: z.int(),
  is_active: z.boolean(),
  expires_at: z.nullable(Time),
})
export type UserMembership = z.output<typeof UserMembership>

export const UserQuery = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters'), noNul)),
  role: z._default(z.enum(['all', 'admin', 'user'], 'Role must be all, admin or user'), 'all'),
  status: z._default(
    z.enum(
      ['all', 'active', 'inactive', 'suspended', 'under_review', 'banned'],
      'Status must be all, active, inactive, suspended, under_review or banned',
    ),
    'all',
  ),
  /** The id of a group with an active membership. */
  group: z.optional(Id),
  verified: z._default(z.enum(['all', 'yes', 'no'], 'Verified must be all, yes or no'), 'all'),
  /** Accounts of at most this age, or `older` than a year. */
  age: z._default(
    z.enum(
      ['all', 'day', 'week', 'month', 'year', 'older'],
      'Age must be all, day, week, month, year or older',
    ),
    'all',
  ),
  /** The IP of the registration or the last sign-in: a whole one, or with a slash its /24 or /64. */
  ip: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(49), z.regex(/^$|^[\da-fA-F.:]+(?:\/\d+)?$/, 'Not an IP or a network')),
  ),
  sort: z._default(z.enum(userSorts, 'Unknown sort'), 'created_at'),
  order: z._default(z.enum(['asc', 'desc'], 'Order must be asc or desc'), 'desc'),
  ...paging(25),
})
export type UserQuery = z.output<typeof UserQuery>

export const MembershipChange = z.object({
  group_id: sentId('Group is required'),
  action: z.enum(['add', 'remove'], 'Action must be add or remove'),
})
export type MembershipChange = z.output<typeof MembershipChange>

const phoneProblem = 'Please enter a valid phone number'

const Phone = z.pipe(
  z.nullable(
    z
      .string(phoneProblem)
      .check(
        z.trim(),
        z.maxLength(userAdminLimits.phoneMax, phoneProblem),
        z.regex(/^$|^\+?[\d\s()-]*\d[\d\s()-]*$/, phoneProblem),
      ),
  ),
  z.transform((phone) => phone || null),
)

const Notes = z.pipe(
  z.nullable(
    optionalText('Notes must be text', userAdminLimits.notesMax, 'Notes must be at most 5000 characters'),
  ),
  z.transform((notes) => notes || null),
)

const userFields = {
  username: z.optional(Username),
  email: z.optional(emailWithMessage('Please enter a valid email address').check(z.toLowerCase())),
  phone_number: z.optional(Phone),
  email_verified: z.optional(z.boolean('Email confirmed must be true or false')),
  two_factor_enabled: z.optional(z.boolean('Two-factor must be true or false')),
  status: z.optional(z.enum(accountStatuses, 'Status must be active, inactive, suspended or under_review')),
  notes: z.optional(Notes),
}

/**
 * Fields that are not sent stay unchanged. `expected` contains the values that the form was loaded with: if another
 * user has changed one of these fields since, the response is 409 and names it.
 */
export const UserChange = z.object({
  ...userFields,
  expected: z.optional(
    z.object({
      username: z.optional(z.string()),
      email: z.optional(z.string().check(z.toLowerCase())),
      phone_number: z.optional(z.nullable(z.string())),
      email_verified: z.optional(z.boolean()),
      two_factor_enabled: z.optional(z.boolean()),
      status: z.optional(z.enum(accountStatuses)),
      notes: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type UserChange = z.output<typeof UserChange>

export const AdminFlag = z.object({ is_admin: z.boolean('is_admin must be true or false') })
export const Suspension = z.object({
  suspended: z.boolean('suspended must be true or false'),
  /** Why the user is suspended, or is no longer. It is in the history, and administrators see it with a suspension. */
  reason: z.optional(
    optionalText(
      'Reason must be text',
      bulkActLimits.suspensionReasonMax,
      'The reason must be at most 1000 characters',
    ),
  ),
})
export type Suspension = z.output<typeof Suspension>

export const GrantingGroup = z.pick(UserMembership, { id: true, name: true, display_name: true, color: true })

/** The permissions of a user and the groups that grant them. */
export const ExplainedPermissions = z.object({
  /** Set when the user has all permissions independently of groups. */
  all_because_of: z.nullable(z.enum(['owner', 'admin'])),
  permissions: z.array(
    z.object({
      key: z.string(),
      /** The `.manage` key that includes this `.view` key, when no group grants it directly. */
      implied_by: z.nullable(z.string()),
      /** The groups of active memberships that grant it, highest authority first. */
      groups: z.array(GrantingGroup),
    }),
  ),
  /** Granted keys without effect, because the user does not have admin.system.access. */
  without_effect: z.array(z.object({ key: z.string(), groups: z.array(GrantingGroup) })),
})
export type ExplainedPermissions = z.output<typeof ExplainedPermissions>

/** Reason and end of a suspension; a status that was set as a field of the account has neither. */
const CurrentSuspension = z.object({
  reason: z.nullable(z.string()),
  ends_at: z.nullable(Time),
  suspended_by: z.string(),
  created_at: Time,
})

export const UserDetails = z.extend(AdminUser, {
  groups: z.array(UserMembership),
  suspension: z.nullable(CurrentSuspension),
})
export type UserDetails = z.output<typeof UserDetails>

/** `network`: the same /24 or /64, for example because the whole IP is no longer stored. */
export const SameIpUsers = z.object({
  users: z.array(z.extend(AdminUser, { match: z.enum(['ip', 'network']) })),
})
export type SameIpUsers = z.output<typeof SameIpUsers>

export const Memberships = z.object({ groups: z.array(UserMembership) })
export const OneUser = z.object({ user: AdminUser })
