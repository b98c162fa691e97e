import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components'

import { classNames } from './class-names.ts'
import styles from './ModalFrame.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/** Mounted while the modal is open. Without a title inside, `label` names it. */
export function ModalContent({
  role = 'dialog',
  label,
  className,
  children,
}: {
  role?: 'dialog' | 'alertdialog'
  label?: string | undefined
  className?: string | undefined
  children: ReactNode
}) {
  useFocusReturn()
  return (
    <Dialog
      role={role}
      className={classNames(styles.dialog, className)}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children}
    </Dialog>
  )
}
