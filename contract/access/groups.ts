import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Id,
  IdParams,
  optionalText,
  Pagination,
  paging,
  sentId,
  sentTime,
  Success,
  Time,
  visible,
} from '#contract/platform/fields.ts'
import { isPermission, type Permission } from '#contract/platform/permissions.ts'

export const groupLimits = { nameMax: 50, descriptionMax: 500, priorityMax: 9_999 } as const

export const Group = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  color: z.string(),
  priority: z.int(),
  style_id: z.nullable(z.int()),
  is_default: z.boolean(),
  member_count: z.int(),
  group_permissions: z.array(z.object({ permission_key: z.string() })),
  user_styles: z.nullable(z.object({ id: z.int(), name: z.string(), css_properties: z.string() })),
})
export type Group = z.output<typeof Group>

export const permissionCategories = ['System', 'Users', 'Content', 'Advanced'] as const
export type PermissionCategory = (typeof permissionCategories)[number]

const prefixesOfCategory = {
  System: ['system', 'dashboard', 'analytics', 'audit', 'settings', 'activities'],
  Users: ['users', 'groups'],
  Content: ['scripts', 'categories', 'styles', 'partners'],
} as const

/** The tab of the group editor that contains a permission. */
export function categoryOfPermission(key: string): PermissionCategory {
  const area = key.replace(/^admin\./, '').split('.', 1)[0]
  for (const category of ['System', 'Users', 'Content'] as const)
    if (prefixesOfCategory[category].some((prefix) => prefix === area)) return category
  return 'Advanced'
}

const namesMissing = 'Name and display name are required'
const nameLong = 'Names must be at most 50 characters'
const priorityProblem = 'Priority must be a whole number from 0 to 9999'

const Name = z
  .string(namesMissing)
  .check(z.trim(), z.minLength(1, namesMissing), z.maxLength(groupLimits.nameMax, nameLong), visible())

const groupFields = {
  name: Name,
  display_name: Name,
  description: optionalText(
    'Description must be text',
    groupLimits.descriptionMax,
    'Description must be at most 500 characters',
  ),
  color: z
    .string('Color must look like #1a2b3c')
    .check(z.regex(/^#[\da-f]{6}$/i, 'Color must look like #1a2b3c')),
  priority: z
    .int(priorityProblem)
    .check(z.gte(0, priorityProblem), z.lte(groupLimits.priorityMax, priorityProblem)),
  style_id: z.nullable(sentId('Style must be chosen by its id', 'Unknown style')),
  is_default: z.boolean('is_default must be true or false'),
  permissions: z
    .array(
      z.custom<Permission>((key) => typeof key === 'string' && isPermission(key), 'Unknown permission'),
      {
        error: 'Permissions must be a list of keys',
      },
    )
    .check(z.maxLength(100, 'Permissions must be a list of keys')),
}

export const NewGroup = z.object({
  ...groupFields,
  description: z._default(groupFields.description, ''),
  color: z._default(groupFields.color, '#666666'),
  priority: z._default(groupFields.priority, 0),
  style_id: z._default(groupFields.style_id, null),
  is_default: z._default(groupFields.is_default, false),
  permissions: z._default(groupFields.permissions, []),
})
export type NewGroup = z.output<typeof NewGroup>

const SomeFields = z.partial(z.object(groupFields))

/**
 * Fields that are not sent stay unchanged; `permissions` replaces all. `expected` contains the values that the form was
 * loaded with: if another user has changed one of these fields since, the response is 409 and names it.
 */
export const GroupChange = z.extend(SomeFields, { expected: z.optional(SomeFields) })
export type GroupChange = z.output<typeof GroupChange>

const End = z.nullable(sentTime('Expiry must be a time in ISO 8601'))

/** Without `expires_at` an active membership keeps its end and a new one has none. */
export const Assignment = z.object({
  user_id: sentId('Please select a user', 'Please select a user'),
  expires_at: z.optional(End),
})
export type Assignment = z.output<typeof Assignment>

export const GroupMembership = z.object({
  user_id: z.int(),
  group_id: z.int(),
  is_active: z.boolean(),
  expires_at: z.nullable(Time),
  created_at: Time,
})
export type GroupMembership = z.output<typeof GroupMembership>

export const GroupMember = z.object({
  id: z.int(),
  username: z.string(),
  avatar_url: z.nullable(z.string()),
  is_active: z.boolean(),
  expires_at: z.nullable(Time),
  created_at: Time,
})
export type GroupMember = z.output<typeof GroupMember>

export const GroupOfUser = z.extend(Group, { is_active: z.boolean(), expires_at: z.nullable(Time) })
export type GroupOfUser = z.output<typeof GroupOfUser>

const MemberParams = z.object({ id: Id, userId: Id })

export const groupsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/groups',
    summary: 'List groups',
    description: 'With their permissions, sorted by priority. The lowest number has the most authority.',
    access: ['admin.groups.view', 'admin.users.edit.groups'],
    reply: z.array(Group),
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/api/groups/permissions/available',
    summary: 'List available permissions',
    description: 'Every permission that a group can grant, with its category.',
    access: 'admin.groups.view',
    reply: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        category: z.enum(permissionCategories),
      }),
    ),
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/api/groups/user/:userId',
    summary: 'List the active groups of a user',
    description:
      'Memberships that are active and have not expired. Your own groups, or those of any user with the permission `admin.groups.view`. The path does not clash with those that have the id of a group in the place of `user`: the id of a group is a number.',
    access: 'signed-in',
    params: z.object({ userId: Id }),
    reply: z.array(GroupOfUser),
    errors: ['forbidden'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/groups/:id',
    summary: 'Get a group',
    access: 'admin.groups.view',
    params: IdParams,
    reply: Group,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/groups',
    summary: 'Create a group',
    description:
      'The group needs less authority than you have, that is a higher priority number. You can only grant permissions that you have.',
    access: 'admin.groups.manage',
    body: NewGroup,
    reply: Group,
    status: 201,
    errors: ['conflict'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/groups/:id',
    summary: 'Change a group',
    description:
      'Only the fields that are sent change. With `expected` the server rejects the edit if a field has changed since then (409).',
    access: 'admin.groups.manage',
    params: IdParams,
    body: GroupChange,
    reply: Group,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/groups/:id',
    summary: 'Delete a group',
    description: 'Deletes its memberships too. The default group cannot be deleted (409).',
    access: 'admin.groups.manage',
    params: IdParams,
    reply: Success,
    status: 204,
    errors: ['conflict'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/groups/:id/members',
    summary: 'List the members of a group',
    description: 'Sorted by user id.',
    access: 'admin.groups.view',
    params: IdParams,
    query: z.object(paging(25)),
    reply: z.object({ members: z.array(GroupMember), pagination: Pagination }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/groups/:id/assign',
    summary: 'Add a member to a group',
    description: 'Permanently or until `expires_at`. A repeated request changes nothing.',
    access: 'admin.users.edit.groups',
    params: IdParams,
    body: Assignment,
    reply: GroupMembership,
    status: 201,
  }),
  editAssignment: endpoint({
    method: 'PUT',
    path: '/api/groups/:id/assign/:userId',
    summary: 'Change the end of a membership',
    description: 'Null means that the membership does not expire.',
    access: 'admin.users.edit.groups',
    params: MemberParams,
    body: z.object({ expires_at: End }),
    reply: GroupMembership,
  }),
  unassign: endpoint({
    method: 'DELETE',
    path: '/api/groups/:id/assign/:userId',
    summary: 'Remove a member from a group',
    description: 'A repeated request changes nothing.',
    access: 'admin.users.edit.groups',
    params: MemberParams,
    reply: Success,
    status: 204,
  }),
}
