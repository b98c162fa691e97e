import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { IconButton } from './IconButton.tsx'
import type { ToastContent } from './toast.ts'
import styles from './Toast.module.css'

const tones = {
  success: { tone: 'ok', icon: <CircleCheck /> },
  error: { tone: 'danger', icon: <CircleAlert /> },
  warning: { tone: 'warn', icon: <TriangleAlert /> },
  info: { tone: 'info', icon: <Info /> },
}
const tickMs = 250

/** Its timer pauses while a toast is hovered or focused, and while the tab is in the background. */
export function ToastCard({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
  const card = useRef<HTMLDivElement>(null)
  const { type, title, message, durationMs = 5000, action } = toast
  useEffect(() => {
    let left = durationMs
    const handle = setInterval(() => {
      if (document.hidden || card.current?.closest('ol')?.matches(':hover, :focus-within')) return
      left -= tickMs
      if (left <= 0) onClose()
    }, tickMs)
    return () => clearInterval(handle)
  }, [durationMs, onClose])

  const { tone, icon } = tones[type]
  return (
    <div ref={card} className={styles.toast} data-tone={tone} role={type === 'error' ? 'alert' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {message && <p className={styles.message}>{message}</p>}
        {action && (
          <button
            type="button"
            className={`text-link ${styles.action}`}
            onClick={() => {
              onClose()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
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
