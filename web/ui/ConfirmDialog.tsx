import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { ModalFrame } from './ModalFrame.tsx'
import { Heading } from 'react-aria-components'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Alert } from './Alert.tsx'

/** Asks for confirmation. The focus starts on Cancel; while busy the dialog cannot be closed. */
export function ConfirmDialog({
  isOpen = true,
  ...question
}: { isOpen?: boolean } & ComponentProps<typeof ConfirmQuestion>) {
  const { onClose, isBusy = false } = question
  return (
    <ModalFrame isOpen={isOpen} onClose={onClose} isLocked={isBusy} size="sm" role="alertdialog">
      <ConfirmQuestion {...question} />
    </ModalFrame>
  )
}

/** The content of a ConfirmDialog: a component of its own, so that its effect runs when the dialog opens. */
function ConfirmQuestion({
  title,
  children,
  warning,
  error,
  confirmLabel,
  cancelLabel = 'Cancel',
  busyText,
  isBusy,
  isDisabled,
  onConfirm,
  onClose,
  variant = 'danger',
}: {
  title: string
  children?: ReactNode
  warning?: ReactNode
  error?: string | undefined
  confirmLabel: string
  cancelLabel?: string | undefined
  busyText?: string | undefined
  isBusy?: boolean | undefined
  /** The confirm button is disabled, for example until a text is typed. */
  isDisabled?: boolean | undefined
  onConfirm: () => void
  onClose: () => void
  variant?: 'danger' | 'cta'
}) {
  const cancel = useRef<HTMLButtonElement>(null)
  // Not `autoFocus`: it runs before React Aria's focus trap starts, and an outer dialog would take the focus back.
  useEffect(() => {
    cancel.current?.focus()
  }, [])
  return (
    <div className={`grid gap-4 ${styles.content}`}>
      <Heading slot="title" level={2}>
        {title}
      </Heading>
      {children && <div className="muted break">{children}</div>}
      {warning && <Alert tone="warn">{warning}</Alert>}
      {error && <Alert tone="danger" title={error} isAlert />}
      <div className={`flex wrap justify-end gap-3 mt-2 ${styles.actions}`}>
        <Button ref={cancel} onClick={onClose} disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button
          variant={variant}
          isBusy={isBusy}
          busyText={busyText}
          disabled={isDisabled}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
