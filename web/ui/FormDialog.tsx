import { useId, type ComponentProps, type ReactNode } from 'react'

import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './FormDialog.module.css'

/** A dialog with one form. `onSubmit` gets the form, to focus a rejected field. */
export function FormDialog({
  label,
  cancelLabel = 'Cancel',
  submitLabel,
  busyText = 'Saving...',
  variant = 'cta',
  isReady = true,
  error,
  side,
  onSubmit,
  onCancel,
  children,
  ...dialog
}: {
  label: string
  cancelLabel?: string
  submitLabel: string
  busyText?: string
  variant?: 'cta' | 'danger'
  /** Until then the form cannot be sent. */
  isReady?: boolean
  /** Stands above the fields. */
  error?: string | undefined
  /** Stands beside the form. */
  side?: ReactNode
  onSubmit: (form: HTMLFormElement) => void
  /** Closes the dialog if it is not given. */
  onCancel?: () => void
} & Omit<ComponentProps<typeof Dialog>, 'isOpen' | 'footer'>) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={onCancel ?? dialog.onClose} disabled={dialog.isBusy}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            disabled={!isReady}
            isBusy={dialog.isBusy}
            busyText={busyText}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <div
        className={side ? 'grid cols narrow-stack gap-6 top' : undefined}
        style={{ '--cols': 'minmax(0, 1fr) minmax(0, 260px)' }}
      >
        <form
          id={formId}
          noValidate
          aria-label={label}
          className="stack gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit(event.currentTarget)
          }}
        >
          {error && <Alert tone="danger" title={error} isAlert />}
          {children}
        </form>
        {side && <div className={`sticky ${styles.side}`}>{side}</div>}
      </div>
    </Dialog>
  )
}

/** For the first field of a form that is rejected. */
export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
