import type { ReactNode } from 'react'
import { Modal, ModalOverlay } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './Drawer.module.css'
import { ModalContent } from './ModalContent.tsx'

/** Side navigation of narrow screens, or a panel with details at the end. Without `label` an element with `slot="title"` names it. */
export function Drawer({
  label,
  isOpen,
  onClose,
  side = 'start',
  children,
}: {
  label?: string
  isOpen: boolean
  onClose: () => void
  side?: 'start' | 'end'
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
      <Modal className={classNames(styles.drawer, styles[side])}>
        <ModalContent label={label}>{children}</ModalContent>
      </Modal>
    </ModalOverlay>
  )
}
