import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams, requiredText, Time } from '#contract/platform/fields.ts'

export const userNoteLimits = {
  textMax: 2_000,
  /** The latest notes of a list. */
  listedMax: 100,
  reasonMax: 1_000,
  /** Saved reasons of one kind. */
  reasonsMax: 50,
} as const

export const UserNote = z.object({
  id: z.int(),
  text: z.string(),
  author: z.string(),
  created_at: Time,
})
export type UserNote = z.output<typeof UserNote>

const UserNotes = z.object({ notes: z.array(UserNote) })

export const UserNoteDraft = z.object({
  text: requiredText('Please write a note', userNoteLimits.textMax, 'A note must be at most 2000 characters'),
})
export type UserNoteDraft = z.output<typeof UserNoteDraft>

export const reasonKinds = ['ban', 'suspend', 'hide'] as const
const ReasonKind = z.enum(reasonKinds, 'Kind must be ban, suspend or hide')
export type ReasonKind = z.output<typeof ReasonKind>

export const SavedReason = z.object({ id: z.int(), kind: ReasonKind, text: z.string() })
export type SavedReason = z.output<typeof SavedReason>

const SavedReasons = z.object({ reasons: z.array(SavedReason) })

export const SavedReasonDraft = z.object({
  kind: ReasonKind,
  text: requiredText(
    'Please write a reason',
    userNoteLimits.reasonMax,
    'The reason must be at most 1000 characters',
  ),
})
export type SavedReasonDraft = z.output<typeof SavedReasonDraft>

const savers = ['admin.users.ban', 'admin.scripts.moderate'] as const

export const userNotesApi = {
  notes: endpoint({
    method: 'GET',
    path: '/api/users/admin/users/:id/notes',
    summary: 'List the notes about a user',
    description: 'The latest 100, newest first.',
    access: 'admin.users.edit.notes',
    params: IdParams,
    reply: UserNotes,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/users/admin/users/:id/notes',
    summary: 'Add a note about a user',
    description: 'The caller needs more authority than the user.',
    access: 'admin.users.edit.notes',
    params: IdParams,
    body: UserNoteDraft,
    reply: UserNotes,
    status: 201,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/api/users/admin/users/:id/notes/:noteId',
    summary: 'Delete a note about a user',
    description: 'Notes of other authors need more authority than theirs.',
    access: 'admin.users.edit.notes',
    params: z.object({ id: Id, noteId: Id }),
    reply: UserNotes,
  }),
  reasons: endpoint({
    method: 'GET',
    path: '/api/saved-reasons',
    summary: 'List saved reasons',
    description: 'Texts for bans, suspensions and hidden scripts that the team uses again.',
    access: savers,
    query: z.object({ kind: ReasonKind }),
    reply: SavedReasons,
  }),
  addReason: endpoint({
    method: 'POST',
    path: '/api/saved-reasons',
    summary: 'Save a reason',
    description:
      'Reasons for bans and suspensions need `admin.users.ban`, those for hidden scripts `admin.scripts.moderate`. A repeated request changes nothing.',
    access: savers,
    body: SavedReasonDraft,
    reply: SavedReasons,
    status: 201,
    errors: ['conflict'],
  }),
  removeReason: endpoint({
    method: 'DELETE',
    path: '/api/saved-reasons/:id',
    summary: 'Delete a saved reason',
    access: savers,
    params: IdParams,
    reply: SavedReasons,
  }),
}
