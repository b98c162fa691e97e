import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { userNoteLimits } from '#contract/moderation/user-notes.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { notesQuery } from './users.data.ts'

type Change = { add: string } | { remove: number }

/** Dated notes with their authors, newest first. */
export function UserNotes({ id, isReadOnly }: { id: number; isReadOnly: boolean }) {
  const queryClient = useQueryClient()
  const query = notesQuery(id)
  const { data: notes, isError } = useQuery(query)
  const [draft, setDraft] = useState({ text: '', saved: 0 })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: Change) =>
      'add' in change
        ? call('POST /api/users/admin/users/:id/notes', { params: { id }, body: { text: change.add } })
        : call('DELETE /api/users/admin/users/:id/notes/:noteId', { params: { id, noteId: change.remove } }),
    onSuccess: ({ notes: next }, change) => {
      queryClient.setQueryData(query.queryKey, next)
      if ('add' in change) setDraft(({ saved }) => ({ text: '', saved: saved + 1 }))
    },
  })
  return (
    <div className="grid items-start gap-4">
      {error && <Alert tone="danger" title={errorMessage(error, 'Failed to save the note')} isAlert />}
      {!isReadOnly && (
        <form
          className="first-full grid items-start gap-4 full"
          onSubmit={(event) => {
            event.preventDefault()
            if (draft.text.trim() !== '') mutate({ add: draft.text })
          }}
        >
          <TextArea
            // Uncontrolled, like every text area with a counter.
            key={draft.saved}
            name="note"
            label="New note"
            hint="Only administrators can see this."
            rows={3}
            lengthMax={userNoteLimits.textMax}
            onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
          />
          <Button
            type="submit"
            isBusy={isPending}
            busyText="Saving..."
            disabled={draft.text.trim() === '' || draft.text.trim().length > userNoteLimits.textMax}
          >
            Add Note
          </Button>
        </form>
      )}
      {isError && <p className="faint text-sm">The notes could not be loaded.</p>}
      {!notes && !isError && <Skeleton shape="block" height={120} />}
      {notes?.length === 0 && <p className="faint text-sm">No notes yet.</p>}
      {notes && notes.length > 0 && (
        <ol className="full" aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id} className="py-3 line-above">
              <div className="row wrap gap-1-3">
                <b>{note.author}</b>
                <time dateTime={note.created_at} className="faint text-sm">
                  {dateTimeText(note.created_at)}
                </time>
                {!isReadOnly && (
                  <TwoClickButton
                    size="sm"
                    variant="ghost"
                    className="push"
                    disabled={isPending}
                    onConfirm={() => mutate({ remove: note.id })}
                  >
                    Delete<span className="visually-hidden"> the note of {note.author}</span>
                  </TwoClickButton>
                )}
              </div>
              <p className="break pre-line">{note.text}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
