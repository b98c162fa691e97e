import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, Pagination } from '#contract/platform/fields.ts'
import {
  AdminUser,
  UserQuery,
  MembershipChange,
  UserChange,
  AdminFlag,
  Suspension,
  ExplainedPermissions,
  UserDetails,
  SameIpUsers,
  Memberships,
  OneUser,
} from './user-admin-schemas.ts'

export * from './user-admin-schemas.ts'

export const userAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/admin/users',
    summary: 'List users',
    description:
      'Searched, filtered, sorted and paged, with totals for the page header. A search, or a filter by group, verification, age or IP, counts at most 500 matches. One or two characters are searched at the start of username and email.',
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
    summary: 'Get a user',
    description: 'With groups, rank and suspension.',
    access: 'admin.users.list',
    params: IdParams,
    reply: UserDetails,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id',
    summary: 'Change a user',
    description:
      'Only the fields that are sent change. Each field needs its own permission, and the caller needs more authority than the user. With `expected` the server rejects the edit if a field has changed since then (409).',
    access: ['admin.users.edit.basic', 'admin.users.edit.status', 'admin.users.edit.notes'],
    params: IdParams,
    body: UserChange,
    reply: OneUser,
    errors: ['conflict'],
  }),
  setAdmin: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/admin',
    summary: 'Grant or revoke the admin flag',
    description: 'For owners and users with the flag. Only an owner can revoke it.',
    access: 'admin.system.access',
    params: IdParams,
    body: AdminFlag,
    reply: OneUser,
  }),
  suspend: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/suspend',
    summary: 'Suspend a user or end a suspension',
    description: 'The reason is optional.',
    access: 'admin.users.ban',
    params: IdParams,
    body: Suspension,
    reply: OneUser,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/admin/users/:id/sessions',
    summary: 'Sign a user out on all devices',
    description: 'The caller needs more authority than the user.',
    access: 'admin.users.edit.basic',
    params: IdParams,
    reply: z.null(),
    status: 204,
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/permissions',
    summary: 'Explain the permissions of a user',
    description: 'Lists each permission with the groups that grant it.',
    access: 'admin.users.list',
    params: IdParams,
    reply: ExplainedPermissions,
  }),
  sameIp: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/same-ip',
    summary: 'List accounts from the same IP',
    description:
      'By the IPs of registration and last sign-in: the same IP first, then the same network. At most 100.',
    access: 'admin.users.list',
    params: IdParams,
    reply: SameIpUsers,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/groups',
    summary: 'List the groups of a user',
    access: 'admin.users.list',
    params: IdParams,
    reply: Memberships,
  }),
  editGroups: endpoint({
    method: 'PUT',
    path: '/api/users/admin/users/:id/groups',
    summary: 'Add a user to a group or remove them',
    description: 'A repeated request changes nothing.',
    access: 'admin.users.edit.groups',
    params: IdParams,
    body: MembershipChange,
    reply: Memberships,
  }),
}
