import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, ChevronDown, Trash2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { cutText } from '#contract/platform/cut-text.ts'
import type { ReasonKind } from '#contract/moderation/user-notes.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import type { MenuEntry } from '#web/ui/Menu.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toast.ts'

import { savedReasonsQuery } from './users.data.ts'

const labelLengthMax = 60

/**
 * A text area with the saved texts of a kind. It is uncontrolled: the length counter re-renders on input, when `text` is
 * still the old one. A picked text gets another field.
 */
export function ReasonField({
  kind,
  text,
  autoFocus = false,
  onChange,
  ...field
}: Pick<
  ComponentProps<typeof TextArea>,
  'name' | 'label' | 'hint' | 'error' | 'isOptional' | 'lengthMax' | 'rows'
> & {
  /** Without one there are no saved texts. */
  kind: ReasonKind | undefined
  text: string
  autoFocus?: boolean
  onChange: (text: string) => void
}) {
  const [picks, setPicks] = useState(0)
  return (
    <>
      <TextArea
        {...field}
        key={picks}
        defaultValue={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus={autoFocus && picks === 0}
      />
      {kind && (
        <div>
          <SavedReasons
            kind={kind}
            text={text}
            onPick={(picked) => {
              onChange(picked)
              setPicks(picks + 1)
            }}
          />
        </div>
      )}
    </>
  )
}

/** Fills the reason with a saved one, saves it for the team, or deletes the one that is in the field. */
function SavedReasons({
  kind,
  text,
  onPick,
}: {
  kind: ReasonKind
  text: string
  onPick: (text: string) => void
}) {
  const queryClient = useQueryClient()
  const query = savedReasonsQuery(kind)
  const { data: reasons = [], isPending, isError } = useQuery(query)
  const written = text.trim()
  const saved = reasons.find((reason) => reason.text === written)
  const { mutate } = useMutation({
    mutationFn: (change: { add: string } | { remove: number }) =>
      'add' in change
        ? call('POST /api/saved-reasons', { body: { kind, text: change.add } })
        : call('DELETE /api/saved-reasons/:id', { params: { id: change.remove } }),
    onSuccess: ({ reasons: next }, change) => {
      queryClient.setQueryData(query.queryKey, next)
      void showToast({ type: 'success', title: 'add' in change ? 'Reason saved' : 'Saved reason deleted' })
    },
    onError: (error) =>
      void showToast({ type: 'error', title: errorMessage(error, 'Failed to save the reason') }),
  })
  const change: MenuEntry = saved
    ? {
        id: 'remove',
        label: 'Delete this saved reason',
        icon: <Trash2 />,
        isDanger: true,
        onSelect: () => mutate({ remove: saved.id }),
      }
    : {
        id: 'add',
        label: 'Save this reason',
        icon: <BookmarkPlus />,
        isDisabled: written === '',
        onSelect: () => mutate({ add: written }),
      }
  const entries: MenuEntry[] = [
    ...reasons.map((reason) => ({
      id: `reason-${reason.id}`,
      label:
        reason.text.length > labelLengthMax ? `${cutText(reason.text, labelLengthMax - 1)}…` : reason.text,
      onSelect: () => onPick(reason.text),
    })),
    ...(reasons.length > 0 ? (['separator'] as const) : []),
    change,
  ]
  return (
    <MenuButton
      label="Saved texts"
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
      entries={entries}
      header={
        reasons.length === 0 &&
        (isPending ? 'Loading…' : isError ? 'Saved reasons could not be loaded.' : 'No saved reasons yet.')
      }
      placement="bottom start"
      onNavigate={() => undefined}
    >
      Saved texts
      <ChevronDown />
    </MenuButton>
  )
}
