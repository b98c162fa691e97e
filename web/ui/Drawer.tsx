import type { ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './Drawer.module.css'
import { ModalContent } from './ModalContent.tsx'

/** Side navigation of narrow screens. */
export function Drawer({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <ModalOverlay
      className={classNames(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
    >
      <Modal className={classNames(styles.drawer)}>
        <ModalContent label={label}>{children}</ModalContent>
      </Modal>
    </ModalOverlay>
  )
}
