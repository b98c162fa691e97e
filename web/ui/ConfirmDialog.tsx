import type { ReactNode } from 'react'

import { ConfirmQuestion } from './ConfirmQuestion.tsx'
import { ModalFrame } from './ModalFrame.tsx'

/** Asks for confirmation. The focus starts on Cancel; while busy the dialog cannot be closed. */
export function ConfirmDialog({
  isOpen,
  onClose,
  isBusy = false,
  ...question
}: {
  isOpen: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  warning?: ReactNode
  error?: string | undefined
  confirmLabel: string
  cancelLabel?: string
  busyText?: string | undefined
  isBusy?: boolean | undefined
  /** The confirm button is disabled, for example until a text is typed. */
  isDisabled?: boolean | undefined
  onConfirm: () => void
  variant?: 'danger' | 'cta'
}) {
  return (
    <ModalFrame isOpen={isOpen} onClose={onClose} isLocked={isBusy} size="sm" role="alertdialog">
      <ConfirmQuestion {...question} isBusy={isBusy} onCancel={onClose} />
    </ModalFrame>
  )
}
