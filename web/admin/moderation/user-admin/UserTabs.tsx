import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { userNoteLimits } from '#contract/moderation/user-notes.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { statusBadge } from './user-cells.ts'
import { sameIpQuery, notesQuery } from './users.data.ts'

/** Other accounts with an IP of this user. Those that are checked are selected in the list, together with this user. */
export function SameIpAccounts({
  user,
  onSelect,
}: {
  user: AdminUser
  onSelect: (users: readonly AdminUser[]) => void
}) {
  const { data: accounts, isError } = useQuery(sameIpQuery(user.id))
  // Accounts of the same network often belong to other users of a provider: only those of the same IP are checked.
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  if (isError) return <p className="faint text-sm">The accounts could not be loaded.</p>
  if (!accounts) return <Skeleton shape="block" height={200} />
  if (accounts.length === 0)
    return <p className="faint text-sm">No other account has used an IP of this user.</p>
  const isChecked = ({ id, match }: (typeof accounts)[number]) => changed.get(id) ?? match === 'ip'
  const checked = accounts.filter(isChecked)
  return (
    <div className="grid items-start gap-4">
      <p className="faint text-sm">
        Registered from {user.registration_ip ?? 'an unknown IP'}, last login from{' '}
        {user.last_login_ip ?? 'an unknown IP'}.
      </p>
      <ul className="full lined flush-first" aria-label="Accounts">
        {accounts.map((account) => {
          const { id, username, email, created_at, scripts_uploaded, match } = account
          const badge = statusBadge(account)
          return (
            <li className="row wrap between gap-1-4 break py-3" key={id}>
              <Checkbox
                label={
                  <>
                    <b>{username}</b> <span className="faint text-sm">{email}</span>
                  </>
                }
                checked={isChecked(account)}
                onChange={({ currentTarget }) =>
                  setChanged((present) => new Map(present).set(id, currentTarget.checked))
                }
              />
              <span className="row wrap gap-1-3">
                <Badge color={badge.color}>{badge.label}</Badge>
                <span className="faint text-sm">
                  Joined {dateText(created_at)} ·{' '}
                  {scripts_uploaded === 1 ? '1 script' : `${scripts_uploaded} scripts`} ·{' '}
                  {match === 'ip' ? 'same IP' : 'same network'}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <Button disabled={checked.length === 0} onClick={() => onSelect([user, ...checked])}>
        {checked.length === 0
          ? 'Check accounts to select them'
          : `Select ${checked.length === 1 ? 'this account' : `these ${checked.length} accounts`} and ${user.username}`}
      </Button>
    </div>
  )
}

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
