import { z } from 'zod/mini'

import { accountStatuses } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, noNul, Pagination, paging, Time } from './fields.ts'

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

const Memberships = z.object({ groups: z.array(UserMembership) })

export const userAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admin/users',
    summary: 'Users, searched, filtered, sorted and paged, with the header totals.',
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
