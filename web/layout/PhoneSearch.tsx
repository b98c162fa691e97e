import { useLocation } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { IconButton } from '#web/ui/IconButton.tsx'

import styles from './PhoneSearch.module.css'
import { SiteSearch } from './SiteSearch.tsx'

/**
 * The search of narrow screens, over the header. A modal dialog focuses the field, keeps the focus and closes with
 * Escape; a search, a choice and a navigation close it too.
 */
export function PhoneSearch({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const href = useLocation({ select: (location) => location.href })
  const [openAt] = useState(href)
  const close = () => dialog.current?.close()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (href !== openAt) dialog.current?.close()
  }, [href, openAt])
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      className={`full vivid m-0 borderless fill-0 ${styles.overlay} fixed`}
      onClose={onClose}
    >
      <div className={`${styles.field} h-md grow min-0`}>
        <SiteSearch label="Overlay" onSearch={close} />
      </div>
      <IconButton label="Close search" icon={<X />} onClick={close} />
    </dialog>
  )
}
