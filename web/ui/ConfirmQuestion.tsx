import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'

import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'
import { Notice } from './Notice.tsx'

/** What stands inside a ConfirmDialog: its own component, so that it can take the focus when it appears. */
export function ConfirmQuestion({
  title,
  children,
  warning,
  error,
  confirmLabel,
  cancelLabel = 'Cancel',
  busyText,
  isBusy,
  onConfirm,
  onCancel,
  variant = 'danger',
}: {
  title: string
  children?: ReactNode
  warning?: ReactNode
  error?: string | undefined
  confirmLabel: string
  cancelLabel?: string | undefined
  busyText?: string | undefined
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
  variant?: 'danger' | 'cta'
}) {
  const cancel = useRef<HTMLButtonElement>(null)
  // Not `autoFocus`: it comes before the focus trap knows this dialog, and a dialog below takes the focus back.
  useEffect(() => {
    cancel.current?.focus()
  }, [])
  return (
    <div className={styles.content}>
      <Heading slot="title" level={2}>
        {title}
      </Heading>
      {children && <div className={styles.text}>{children}</div>}
      {warning && <Notice tone="warn">{warning}</Notice>}
      {error && <Notice tone="danger" title={error} isAlert />}
      <div className={styles.actions}>
        <Button ref={cancel} onClick={onCancel} disabled={isBusy}>
          {cancelLabel}
        </Button>
        <Button variant={variant} isBusy={isBusy} busyText={busyText} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  )
}
