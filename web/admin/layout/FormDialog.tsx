import { useId } from 'react'
import type { ReactNode } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'

import styles from './FormDialog.module.css'

/** A form in a dialog: Cancel and the button that sends it below, what went wrong above, beside it a preview. */
export function FormDialog({
  title,
  label,
  submitLabel,
  busyText,
  isBusy,
  isDirty,
  failure,
  size = 'lg',
  side,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  label: string
  submitLabel: string
  busyText: string
  isBusy: boolean
  isDirty: boolean
  failure: string | undefined
  size?: 'md' | 'lg' | 'xl'
  side?: ReactNode
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const formId = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size={size}
      isBusy={isBusy}
      isDirty={isDirty}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="cta" isBusy={isBusy} busyText={busyText}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {failure && (
        <div className={styles.failure}>
          <Notice tone="danger" title={failure} isAlert />
        </div>
      )}
      <div className={side ? styles.columns : undefined}>
        <form
          id={formId}
          noValidate
          aria-label={label}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            void onSubmit()
          }}
        >
          {children}
        </form>
        {side && <div className={styles.side}>{side}</div>}
      </div>
    </Dialog>
  )
}
