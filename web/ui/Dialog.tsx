import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components'

import { ConfirmDialog } from './ConfirmDialog.tsx'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { ModalFrame } from './ModalFrame.tsx'

/** `isBusy` prevents closing, `isDirty` asks for confirmation. A submit button in the footer refers to its form by `form`. */
export function Dialog({
  isOpen = true,
  onClose,
  title,
  text,
  children,
  footer,
  size,
  isBusy = false,
  isDirty = false,
}: {
  isOpen?: boolean
  onClose: () => void
  title: ReactNode
  text?: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  isBusy?: boolean | undefined
  isDirty?: boolean | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  const close = () => (isDirty ? setAsking(true) : onClose())
  return (
    <ModalFrame isOpen={isOpen} onClose={close} isLocked={isBusy} {...(size && { size })}>
      <div className="flex column min-0">
        <div className={`flex top between gap-3 ${styles.header}`}>
          <div className={`min-0 ${styles.titles}`}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {text && <p className={`muted ${styles.text}`}>{text}</p>}
          </div>
          <IconButton label="Close" icon={<X />} onClick={close} disabled={isBusy} />
        </div>
        <div className={styles.body}>{children}</div>
        {footer && (
          <div className={`flex wrap gap-3 sticky line-above fill-1 ${styles.footer}`}>{footer}</div>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
      >
        You have unsaved changes.
      </ConfirmDialog>
    </ModalFrame>
  )
}
