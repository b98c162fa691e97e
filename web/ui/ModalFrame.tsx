import type { ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'

import { classNames } from './class-names.ts'
import { ModalContent } from './ModalContent.tsx'
import styles from './ModalFrame.module.css'

/** `isLocked` prevents closing. An element with `slot="title"` inside names the dialog. */
export function ModalFrame({
  isOpen,
  onClose,
  isLocked = false,
  size = 'md',
  role = 'dialog',
  className,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  isLocked?: boolean | undefined
  /** `full` covers the viewport. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full'
  role?: 'dialog' | 'alertdialog'
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <ModalOverlay
      className={classNames('grid', styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={!isLocked}
      isKeyboardDismissDisabled={isLocked}
    >
      <Modal className={classNames(styles.modal, styles[size])}>
        <ModalContent role={role} className={className}>
          {children}
        </ModalContent>
      </Modal>
    </ModalOverlay>
  )
}
