import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, NamedScript, NamedUser, Success, Time } from '#contract/platform/fields.ts'

import { coAuthorRoles, scriptRoles } from './script-limits.ts'

export const memberLimits = {
  /** Co-authors and open invitations of a script together. */
  membersMax: 20,
  /** Invitations that one user sends in this time. */
  sentMax: 50,
  /** An invitation can be answered this long. */
  invitationDays: 14,
} as const

/** `editor`: of a collection. */
export const invitationKinds = ['member', 'transfer', 'editor'] as const

const coAuthorRole = z.enum(coAuthorRoles, 'Role must be maintainer or contributor')

export const Username = z
  .string('Username is required')
  .check(z.trim(), z.minLength(1, 'Username is required'))

export const InvitationDraft = z.object({ username: Username, role: coAuthorRole })
export type InvitationDraft = z.output<typeof InvitationDraft>

export const TransferDraft = z.object({ username: Username })
export type TransferDraft = z.output<typeof TransferDraft>

export const MemberChange = z.object({ role: coAuthorRole })
export type MemberChange = z.output<typeof MemberChange>

const invitationFields = {
  id: z.int(),
  kind: z.enum(invitationKinds),
  /** Null for the offer of a transfer and for an editor. */
  role: z.nullable(z.enum(coAuthorRoles)),
  /** Null for a deleted user. */
  invitedBy: z.nullable(z.string()),
  createdAt: Time,
  expiresAt: Time,
}

export const ScriptMembers = z.object({
  script: NamedScript,
  /** Your role; null for a moderator. */
  role: z.nullable(z.enum(scriptRoles)),
  /** The owner first. */
  members: z.array(
    z.extend(NamedUser, {
      avatar: z.nullable(z.string()),
      role: z.enum(scriptRoles),
      /** Null for the owner. */
      since: z.nullable(Time),
    }),
  ),
  /** Those that can still be answered, newest first. */
  invitations: z.array(z.object({ ...invitationFields, user: NamedUser })),
})
export type ScriptMembers = z.output<typeof ScriptMembers>

export const Invitations = z.object({
  /** Those that you can still answer, newest first. */
  invitations: z.array(
    z.object({
      ...invitationFields,
      /** Null for an invitation to a collection. */
      script: z.nullable(NamedScript),
      /** The collection that an editor is invited to; otherwise null. */
      collection: z.nullable(z.object({ id: z.int(), title: z.string() })),
      /** The team that would own the script. You are an owner of it. Null for an invitation of yourself. */
      team: z.nullable(NamedUser),
    }),
  ),
})
export type Invitations = z.output<typeof Invitations>

export const MemberParams = z.object({ id: Id, userId: Id })

export const scriptMembersApi = {
  members: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/members',
    summary: 'List the members of a script',
    description: 'For its authors and moderators, with the invitations that are open.',
    access: 'signed-in',
    params: IdParams,
    reply: ScriptMembers,
    errors: ['forbidden'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/invitations',
    summary: 'Invite a user to a script',
    description:
      'By the owner. A maintainer may do everything except managing members and deleting the script, a contributor publishes versions. The user can accept within 14 days. A user who declined can be invited again after that time.',
    access: 'signed-in',
    params: IdParams,
    body: InvitationDraft,
    reply: ScriptMembers,
    errors: ['forbidden', 'conflict'],
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/transfer',
    summary: 'Offer a script to another user or a team',
    description:
      'By an owner. When the user, or an owner of the team, accepts within 14 days, they own the script. Its former owner is a maintainer, unless that is a team or one of its members.',
    access: 'signed-in',
    params: IdParams,
    body: TransferDraft,
    reply: ScriptMembers,
    errors: ['forbidden', 'conflict'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id/members/:userId',
    summary: 'Change the role of a member',
    description: 'By an owner. Members of the team that owns the script have the role of the team.',
    access: 'signed-in',
    params: MemberParams,
    body: MemberChange,
    reply: ScriptMembers,
    errors: ['forbidden', 'conflict'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/scripts/:id/members/:userId',
    summary: 'Remove a member, or leave a script',
    description:
      'Members remove themselves, the owner removes others. The owner cannot leave before another user owns the script.',
    access: 'signed-in',
    params: MemberParams,
    reply: Success,
    errors: ['forbidden', 'conflict'],
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    summary: 'List your invitations',
    access: 'signed-in',
    reply: Invitations,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/:id/accept',
    summary: 'Accept an invitation',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/invitations/:id/decline',
    summary: 'Decline an invitation',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/invitations/:id',
    summary: 'Withdraw an invitation',
    description: 'By the owner of the script or the collection.',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
}

export const editorLimits = {
  /** Editors and open invitations of a collection together. */
  editorsMax: 20,
} as const

export const EditorDraft = z.object({ username: Username })
export type EditorDraft = z.output<typeof EditorDraft>

export const CollectionEditors = z.object({
  isOwner: z.boolean(),
  /** In the order in which they joined. */
  editors: z.array(z.extend(NamedUser, { avatar: z.nullable(z.string()), since: Time })),
  /** Those that can still be answered, newest first. */
  invitations: z.array(z.object({ id: z.int(), user: NamedUser, createdAt: Time, expiresAt: Time })),
})
export type CollectionEditors = z.output<typeof CollectionEditors>

export const collectionEditorsApi = {
  editors: endpoint({
    method: 'GET',
    path: '/api/collections/:id/editors',
    summary: 'List the editors of a collection',
    description: 'For its owner and its editors, with the invitations that are open.',
    access: 'signed-in',
    params: IdParams,
    reply: CollectionEditors,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/collections/:id/invitations',
    summary: 'Invite an editor to a collection',
    description:
      'By the owner. An editor changes the title, the text and the scripts. The user can accept within 14 days, with the calls for invitations. A user who declined can be invited again after that time.',
    access: 'signed-in',
    params: IdParams,
    body: EditorDraft,
    reply: CollectionEditors,
    errors: ['forbidden', 'conflict'],
  }),
  removeEditor: endpoint({
    method: 'DELETE',
    path: '/api/collections/:id/editors/:userId',
    summary: 'Remove an editor, or leave a collection',
    description: 'Editors remove themselves, the owner removes others.',
    access: 'signed-in',
    params: MemberParams,
    reply: Success,
    errors: ['forbidden'],
  }),
}
