import { Trash2 } from 'lucide-react'

import { Button } from '#web/ui/Button.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

/** Deletes on the second click, or with a `question` when the browser's dialog is confirmed. */
export function DeleteButton({
  name,
  label = 'Delete',
  busyText = 'Deleting...',
  question,
  denial,
  isBusy,
  onConfirm,
}: {
  name: string
  label?: string
  busyText?: string
  question?: string
  /** Why the user may not delete this. */
  denial?: string | undefined
  isBusy: boolean
  onConfirm: () => void
}) {
  const button = {
    size: 'sm',
    icon: <Trash2 />,
    isBusy,
    busyText,
    disabled: denial !== undefined,
    title: denial,
    children: (
      <>
        {label}
        <span className="visually-hidden"> {name}</span>
      </>
    ),
  } as const
  if (question === undefined) return <TwoClickButton {...button} onConfirm={onConfirm} />
  function handleClick() {
    // oxlint-disable-next-line no-alert -- docs/specification.md requires the browser's dialog
    if (confirm(question)) onConfirm()
  }
  return <Button {...button} variant="danger-outline" onClick={handleClick} />
}
