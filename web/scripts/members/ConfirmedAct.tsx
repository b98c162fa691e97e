import { useState, type ReactNode } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** A button for something that cannot be taken back, which a question follows. */
export function ConfirmedAct({
  label,
  icon,
  question,
  busyText,
  isBusy,
  onConfirm,
  children,
}: {
  label: string
  icon: ReactNode
  question: string
  busyText: string
  isBusy: boolean
  onConfirm: () => void
  children: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger-outline" icon={icon} className="self-start" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={question}
        confirmLabel={label}
        {...{ busyText, isBusy, onConfirm }}
      >
        <p>{children}</p>
      </ConfirmDialog>
    </>
  )
}
