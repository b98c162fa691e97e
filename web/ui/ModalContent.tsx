import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './ModalFrame.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/** The part of a ModalFrame that exists only while it is open. */
export function ModalContent({
  role,
  className,
  children,
}: {
  role: 'dialog' | 'alertdialog'
  className?: string | undefined
  children: ReactNode
}) {
  useFocusReturn()
  return (
    <Dialog role={role} className={classNames(styles.dialog, className)}>
      {children}
    </Dialog>
  )
}
