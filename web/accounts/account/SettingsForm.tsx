import type { ReactNode } from 'react'

import { Button } from '#web/ui/Button.tsx'

import { TransientNotice, type TransientMessage } from './TransientNotice.tsx'

/** A form of the settings, with the result of sending it above its button. */
export function SettingsForm({
  label,
  message,
  submitLabel,
  busyText = 'Saving...',
  isPending,
  isUnchanged,
  onSubmit,
  onChange,
  children,
}: {
  label: string
  message: TransientMessage | undefined
  submitLabel: string
  busyText?: string
  isPending: boolean
  /** Disables the button. */
  isUnchanged?: boolean
  onSubmit: () => void
  onChange?: () => void
  children: ReactNode
}) {
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onChange={onChange}
    >
      {children}
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className="row wrap gap-3 phone-fill">
          <Button type="submit" variant="cta" isBusy={isPending} busyText={busyText} disabled={isUnchanged}>
            {submitLabel}
          </Button>
        </div>
      </div>
    </form>
  )
}
