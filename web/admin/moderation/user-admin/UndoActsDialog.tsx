import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { moderatorActLimits, type ModeratorAct } from '#contract/moderation/bulk-acts.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toLocalTime } from '#web/ui/date-time-text.ts'
import { showToast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

import { menuButtonOf } from './user-cells.ts'
import { moderatorActsQuery } from './users.data.ts'

const dayMs = 86_400_000

/** Shows what would be undone and what cannot be, then undoes it in parts. */
export function UndoActsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { id, username } = user
  const queryClient = useQueryClient()
  const [now] = useState(() => Date.now())
  const [time, setTime] = useState(() => toLocalTime(now - dayMs))
  const [undone, setUndone] = useState(0)
  useFocusReturn(() => menuButtonOf(id))
  const since = Number.isNaN(Date.parse(time)) ? undefined : new Date(time).toISOString()
  const preview = useQuery({ ...moderatorActsQuery(id, since ?? ''), enabled: since !== undefined })
  const { data } = preview
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const kept: ModeratorAct[] = []
      let count = 0
      for (let after: number | null = -1; after !== null;) {
        const part: Awaited<ReturnType<typeof undoPart>> = await undoPart(id, since ?? '', after)
        const done = part.results.filter((result) => result.done)
        kept.push(...part.results.filter((result) => !result.done))
        count += done.length
        setUndone(count)
        after = part.next
      }
      return { count, kept }
    },
    onSuccess: ({ count, kept }) => {
      void showToast({
        type: kept.length === 0 ? 'success' : 'warning',
        title: `${actsText(count)} undone`,
        ...(kept.length > 0 && { message: `${actsText(kept.length)} could not be undone` }),
      })
      onClose()
    },
    // Acts that were undone before an error stay undone; the preview shows the rest.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Undo what ${username} did?`}
      confirmLabel={data && data.undoable > 0 ? `Undo ${actsText(data.undoable)}` : 'Undo'}
      busyText={`Undoing… ${fullNumber(undone)}`}
      isBusy={isPending}
      isDisabled={!data || data.undoable === 0}
      error={error ? errorMessage(error, 'Some actions were not undone. Please try again.') : undefined}
      onConfirm={() => mutate()}
    >
      <p>
        This covers bans and suspensions, hidden scripts and texts, withdrawn versions, edits and blocklist
        entries. Each user gets one message.
      </p>
      <div className="first-full grid items-start gap-2 mt-3">
        <TextField
          label="Since"
          type="datetime-local"
          min={toLocalTime(now - moderatorActLimits.daysMax * dayMs)}
          max={toLocalTime(now)}
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </div>
      <div className="first-full grid items-start gap-2 mt-3">
        {preview.error && (
          <p role="alert">{errorMessage(preview.error, 'The actions could not be loaded.')}</p>
        )}
        {!preview.error && !data && <p>Loading…</p>}
        {data && <Preview {...data} />}
      </div>
    </ConfirmDialog>
  )
}

const undoPart = (id: number, since: string, after: number) =>
  call('POST /api/users/admin/users/:id/acts/undo', { params: { id }, body: { since, after } })

const kindTexts: Record<ModeratorAct['kind'], string> = {
  ban: 'Lift the ban',
  suspension: 'End the suspension',
  hide: 'Restore the script',
  withdrawal: 'Restore the version',
  edit: 'Revert',
  text: 'Restore the text',
  blocklist: 'Remove from the blocklist',
  other: 'Stays',
}

function Preview({
  acts,
  undoable,
  kept,
  isWhole,
}: {
  acts: readonly ModeratorAct[]
  undoable: number
  kept: number
  isWhole: boolean
}) {
  if (undoable + kept === 0) return <p>Nothing to undo since then.</p>
  return (
    <>
      <p>
        <b>{actsText(undoable)} to undo</b>
        {kept > 0 && `, ${fullNumber(kept)} that cannot be undone`}
        {!isWhole && '. There are more: only the latest are shown, so repeat this afterwards'}
      </p>
      <ul className="max-h-40vh scroll grid gap-2 break" aria-label="Actions">
        {acts.map(({ kind, id, title, problem }, index) => (
          <li key={`${kind} ${id} ${index}`}>
            {problem === null ? kindTexts[kind] : 'Stays'}: <b>{title}</b>
            {problem !== null && <span className="faint"> {problem}</span>}
          </li>
        ))}
        {undoable + kept > acts.length && <li>and {fullNumber(undoable + kept - acts.length)} more</li>}
      </ul>
    </>
  )
}

const actsText = (count: number) => (count === 1 ? '1 action' : `${fullNumber(count)} actions`)
