import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Id,
  IdParams,
  noNul,
  optionalText,
  requiredText,
  sentId,
  sentTime,
  Time,
  visible,
} from '#contract/platform/fields.ts'
import { nameFonts, nameStyleLimits } from './name-style.ts'

export const userStyleLimits = {
  nameMax: 50,
  descriptionMax: 300,
  priorityMax: 9_999,
  /** The newest of one style; `q` finds the others. */
  assignmentsShown: 200,
} as const

export const UserStyle = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  css_properties: z.string(),
  font_family: z.string(),
  is_active: z.boolean(),
  priority: z.int(),
  created_at: Time,
})
export type UserStyle = z.output<typeof UserStyle>

export const StyleAssignment = z.object({
  id: z.int(),
  user_id: z.int(),
  style_id: z.int(),
  assigned_at: Time,
  /** Null for none. */
  expires_at: z.nullable(Time),
  is_active: z.boolean(),
  users: z.nullable(z.object({ username: z.string(), avatar_url: z.nullable(z.string()) })),
  user_styles: z.object({
    name: z.string(),
    css_properties: z.string(),
    font_family: z.string(),
    priority: z.int(),
    is_active: z.boolean(),
  }),
})
export type StyleAssignment = z.output<typeof StyleAssignment>

export const AssignedUserStyle = z.extend(UserStyle, {
  /** The number of active assignments, including those that are not listed. */
  assigned_count: z.int(),
  assignments: z.array(StyleAssignment),
})
export type AssignedUserStyle = z.output<typeof AssignedUserStyle>

const styleFields = {
  name: z
    .string('Style name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Style name is required'),
      z.maxLength(userStyleLimits.nameMax, 'Style name must be at most 50 characters'),
      visible(),
    ),
  description: optionalText(
    'Description must be text',
    userStyleLimits.descriptionMax,
    'Description must be at most 300 characters',
  ),
  /** CSS declarations separated by semicolons. The error names the first invalid one. */
  css_properties: requiredText(
    'CSS properties are required',
    nameStyleLimits.cssMax,
    'CSS properties must be at most 1000 characters',
  ),
  font_family: z.enum(nameFonts, 'Please select a font'),
  is_active: z.boolean('Active must be true or false'),
  priority: z
    .int('Priority must be a whole number')
    .check(
      z.gte(-userStyleLimits.priorityMax, 'Priority must be -9999 to 9999'),
      z.lte(userStyleLimits.priorityMax, 'Priority must be -9999 to 9999'),
    ),
}

export const UserStyleDraft = z.object({
  ...styleFields,
  description: z._default(styleFields.description, ''),
  font_family: z._default(styleFields.font_family, 'default'),
  is_active: z._default(styleFields.is_active, true),
  priority: z._default(styleFields.priority, 0),
})
export type UserStyleDraft = z.output<typeof UserStyleDraft>

/** Fields that are not sent stay unchanged. */
export const UserStyleChange = z.partial(z.object(styleFields))
export type UserStyleChange = z.output<typeof UserStyleChange>

const assignmentFields = {
  style_id: sentId('Please select a style', 'Please select a style'),
  expires_at: z.nullable(sentTime('Expiry must be a time in ISO 8601')),
}

export const StyleAssignmentDraft = z.object({
  user_id: sentId('Please select a user', 'Please select a user'),
  style_id: assignmentFields.style_id,
  expires_at: z._default(assignmentFields.expires_at, null),
})
export type StyleAssignmentDraft = z.output<typeof StyleAssignmentDraft>

/** Fields that are not sent stay unchanged. */
export const StyleAssignmentChange = z.partial(
  z.object({ ...assignmentFields, is_active: styleFields.is_active }),
)
export type StyleAssignmentChange = z.output<typeof StyleAssignmentChange>

const dataReply = <Data extends z.ZodMiniType>(data: Data) => z.object({ success: z.literal(true), data })

export const UserStyleReply = dataReply(UserStyle)
export const StyleAssignmentReply = dataReply(StyleAssignment)
export const EmptyReply = dataReply(z.null())

export const userStylesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/user-styles',
    summary: 'List user styles',
    description: 'The highest priority comes first.',
    access: 'admin.styles.view',
    reply: dataReply(z.array(UserStyle)),
  }),
  withAssignments: endpoint({
    method: 'GET',
    path: '/api/user-styles/with-assignments',
    summary: 'List user styles with their assignments',
    description:
      'With the newest 200 assignments of each style. `q` selects the assignments of users whose name contains it.',
    access: 'admin.styles.view',
    query: z.object({ q: z.optional(z.string().check(z.trim(), z.maxLength(100), noNul)) }),
    reply: dataReply(z.array(AssignedUserStyle)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/user-styles',
    summary: 'Create a user style',
    description: '`css_properties` is checked against an allow-list of properties and values.',
    access: 'admin.styles.manage',
    body: UserStyleDraft,
    reply: UserStyleReply,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/user-styles/:id',
    summary: 'Get a user style',
    access: 'admin.styles.view',
    params: IdParams,
    reply: UserStyleReply,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/user-styles/:id',
    summary: 'Change a user style',
    description: 'Only the fields that are sent change.',
    access: 'admin.styles.manage',
    params: IdParams,
    body: UserStyleChange,
    reply: UserStyleReply,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/user-styles/:id',
    summary: 'Delete a user style',
    description: 'Deletes all its assignments. Groups with the style lose it.',
    access: 'admin.styles.manage',
    params: IdParams,
    reply: EmptyReply,
  }),
  assignmentsOfUser: endpoint({
    method: 'GET',
    path: '/api/user-styles/assignments/user/:userId',
    summary: 'List the style assignments of a user',
    description: 'Includes assignments that have ended, in the order in which the styles apply.',
    access: 'admin.styles.view',
    params: z.object({ userId: Id }),
    reply: dataReply(z.array(StyleAssignment)),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/user-styles/assign',
    summary: 'Assign a style to a user',
    description: 'The style must be active. A repeated request renews the assignment with the new end.',
    access: 'admin.styles.manage',
    body: StyleAssignmentDraft,
    reply: StyleAssignmentReply,
    status: 201,
    errors: ['not_found', 'conflict'],
  }),
  editAssignment: endpoint({
    method: 'PUT',
    path: '/api/user-styles/assign/:id',
    summary: 'Change a style assignment',
    description: 'The style, the end or the active state. Only the fields that are sent change.',
    access: 'admin.styles.manage',
    params: IdParams,
    body: StyleAssignmentChange,
    reply: StyleAssignmentReply,
    errors: ['conflict'],
  }),
  removeAssignment: endpoint({
    method: 'DELETE',
    path: '/api/user-styles/assign/:id',
    summary: 'Remove a style assignment',
    access: 'admin.styles.manage',
    params: IdParams,
    reply: EmptyReply,
  }),
}
