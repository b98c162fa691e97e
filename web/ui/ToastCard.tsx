import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { IconButton } from './IconButton.tsx'
import type { ToastContent } from './toast.ts'
import styles from './Toast.module.css'

const looks = {
  success: { fill: 'var(--ok)', ink: 'var(--ok-ink)', icon: <CircleCheck /> },
  error: { fill: 'var(--danger)', ink: 'var(--danger-ink)', icon: <CircleAlert /> },
  warning: { fill: 'var(--warn)', ink: 'var(--warn-ink)', icon: <TriangleAlert /> },
  info: { fill: 'var(--info)', ink: 'var(--info-ink)', icon: <Info /> },
}
const tickMs = 250

/** Its time stands still while a pointer or the focus is on any toast, and while the tab is in the background. */
export function ToastCard({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null)
  const { type, title, message, durationMs = 5000 } = toast
  useEffect(() => {
    let left = durationMs
    const handle = setInterval(() => {
      if (document.hidden || card.current?.closest('ol')?.matches(':hover, :focus-within')) return
      left -= tickMs
      if (left <= 0) onClose()
    }, tickMs)
    return () => clearInterval(handle)
  }, [durationMs, onClose])

  const { fill, ink, icon } = looks[type]
  return (
    <div
      ref={card}
      className={styles.toast}
      style={{ '--tint': fill, '--ink': ink }}
      role={type === 'error' ? 'alert' : undefined}
    >
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {message && <p className={styles.message}>{message}</p>}
      </div>
      <IconButton
        label="Close notification"
        icon={<X />}
        size="sm"
        className={styles.close}
        onClick={onClose}
      />
    </div>
  )
}
