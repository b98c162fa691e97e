import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, NamedUser, Success, Time } from '#contract/platform/fields.ts'
import { MemberParams, Username } from './script-members.ts'

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
    limit: 'read',
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
    limit: 'write',
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
    limit: 'write',
    errors: ['forbidden'],
  }),
}
