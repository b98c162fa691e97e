import { z } from 'zod/mini'

import { accountStatuses, emailSaying, NameCss, Username } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, noNul, Pagination, paging, Time } from './fields.ts'

export const userAdminLimits = {
  phoneMax: 32,
  notesMax: 5_000,
  /** A search counts no more matches than this: nobody pages through more of them. */
  matchesMax: 500,
} as const

export const userSorts = [
  'created_at',
  'username',
  'scripts',
  'downloads',
  'reputation',
  'last_login',
] as const

/** A user as the back office sees one (back-office.md, section 3). */
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
      ['all', 'active', 'inactive', 'suspended', 'banned'],
      'Status must be all, active, inactive, suspended or banned',
    ),
    'all',
  ),
  sort: z._default(z.enum(userSorts, 'Unknown sort'), 'created_at'),
  order: z._default(z.enum(['asc', 'desc'], 'Order must be asc or desc'), 'desc'),
  ...paging(25),
})
export type UserQuery = z.output<typeof UserQuery>

export const MembershipChange = z.object({
  group_id: z.int('Group is required').check(z.gte(1), z.lte(2_147_483_647)),
  action: z.enum(['add', 'remove'], 'Action must be add or remove'),
})
export type MembershipChange = z.output<typeof MembershipChange>

const phoneProblem = 'Please enter a valid phone number'

/** Empty is none. */
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
    z
      .string('Notes must be text')
      .check(z.trim(), z.maxLength(userAdminLimits.notesMax, 'Notes must be at most 5000 characters'), noNul),
  ),
  z.transform((notes) => notes || null),
)

const userFields = {
  username: z.optional(Username),
  email: z.optional(emailSaying('Please enter a valid email address').check(z.toLowerCase())),
  phone_number: z.optional(Phone),
  email_verified: z.optional(z.boolean('Email verified must be true or false')),
  two_factor_enabled: z.optional(z.boolean('Two-factor must be true or false')),
  status: z.optional(z.enum(accountStatuses, 'Status must be active, inactive, suspended or under_review')),
  notes: z.optional(Notes),
}

/**
 * Only what is sent changes. `expected` holds what the form was opened with, of any of the fields: a field that
 * somebody else has changed since then is refused with 409 and named.
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
export const Suspension = z.object({ suspended: z.boolean('suspended must be true or false') })

const GrantingGroup = z.object({ id: z.int(), name: z.string(), display_name: z.string(), color: z.string() })

/** What somebody may do, and which of their groups says so. */
export const ExplainedPermissions = z.object({
  /** Why every permission is held whatever the groups say, or null. */
  all_because_of: z.nullable(z.enum(['owner', 'admin'])),
  permissions: z.array(
    z.object({
      key: z.string(),
      /** The key that brings this one along, where no group names it: a `.manage` key implies its `.view`. */
      implied_by: z.nullable(z.string()),
      /** In whose active, unexpired membership it is held; most authoritative first. */
      groups: z.array(GrantingGroup),
    }),
  ),
  /** Keys of groups that allow nothing, because admin.system.access is missing beside them. */
  without_effect: z.array(z.object({ key: z.string(), groups: z.array(GrantingGroup) })),
})
export type ExplainedPermissions = z.output<typeof ExplainedPermissions>

const Memberships = z.object({ groups: z.array(UserMembership) })
const OneUser = z.object({ user: AdminUser })

export const userAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admin/users',
    summary:
      'Users, searched, filtered, sorted and paged, with the header totals. Of a search at most 500 matches are counted.',
    access: 'admin.users.list',
    query: UserQuery,
    reply: z.object({
      users: z.array(AdminUser),
      pagination: Pagination,
      stats: z.object({ total: z.int(), admins: z.int(), activeThisWeek: z.int() }),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id',
    summary: 'One user with groups and rank.',
    access: 'admin.users.list',
    params: IdParams,
    reply: z.extend(AdminUser, { groups: z.array(UserMembership) }),
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id',
    summary:
      'Change a user. Only what is sent changes; each field needs its permission, and the caller more authority than the user.',
    access: ['admin.users.edit.basic', 'admin.users.edit.status', 'admin.users.edit.notes'],
    params: IdParams,
    body: UserChange,
    reply: OneUser,
    limit: 'write',
    refuses: ['conflict'],
  }),
  setAdmin: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/admin',
    summary: 'Give or take the admin flag. For owners and holders of the flag; only an owner takes it.',
    access: 'admin.system.access',
    params: IdParams,
    body: AdminFlag,
    reply: OneUser,
    limit: 'write',
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/suspend',
    summary: 'Suspend a user or end the suspension.',
    access: 'admin.users.ban',
    params: IdParams,
    body: Suspension,
    reply: OneUser,
    limit: 'write',
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/admin/users/:id/sessions',
    summary: 'Sign a user out on every device. The caller needs more authority than the user.',
    access: 'admin.users.edit.basic',
    params: IdParams,
    reply: z.null(),
    status: 204,
    limit: 'write',
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/permissions',
    summary: 'What a user may do, and which group says so.',
    access: 'admin.users.list',
    params: IdParams,
    reply: ExplainedPermissions,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/groups',
    summary: 'The groups of one user.',
    access: 'admin.users.list',
    params: IdParams,
    reply: Memberships,
  }),
  editGroups: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/groups',
    summary: 'Add a user to a group or remove them; a repeat changes nothing.',
    access: 'admin.users.edit.groups',
    params: IdParams,
    body: MembershipChange,
    reply: Memberships,
    limit: 'write',
  }),
}
