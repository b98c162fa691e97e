import { useEffect, useRef, type ReactNode } from 'react'

import { closeDialog } from '#web/app/dialogs.ts'

import { loadAuthDialog } from './lazy.ts'
import styles from './ServerDialog.module.css'

/**
 * A dialog of the server's markup, so that the first-paint script can open it at the first tap, seconds before its code
 * is loaded. The heading with the id `…-title` names it.
 */
export function ServerDialog({
  id,
  isOpen,
  isReplaced,
  isLocked,
  className,
  children,
}: {
  id: string
  isOpen: boolean
  /** By another dialog. */
  isReplaced: boolean
  isLocked?: boolean | undefined
  className: string | undefined
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (isReplaced) element?.close()
    if (!isOpen) return undefined
    void loadAuthDialog()
    // The first-paint script may have opened it.
    if (element?.open === false) {
      element.showModal()
      // `autoFocus` had no effect on a hidden field.
      element.querySelector('input')?.focus()
    }
    return () => element?.close()
  }, [isOpen, isReplaced])
  return (
    <dialog
      ref={dialog}
      id={id}
      aria-labelledby={`${id}-title`}
      closedby={isLocked ? 'none' : 'any'}
      className={`${styles.dialog} ${className}`}
      // A browser may close it nevertheless, and not every one knows `closedby`.
      onClose={({ currentTarget }) => (isLocked ? currentTarget.showModal() : isOpen && closeDialog())}
    >
      {children}
    </dialog>
  )
}
