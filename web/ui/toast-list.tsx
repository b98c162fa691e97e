import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { ToastContent } from './toast.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Toast.module.css'

const tones = {
  success: { tone: 'ok', icon: <CircleCheck /> },
  error: { tone: 'danger', icon: <CircleAlert /> },
  warning: { tone: 'warn', icon: <TriangleAlert /> },
  info: { tone: 'info', icon: <Info /> },
}
const tickMs = 250

let isMounted = false

export function presentToast(toast: ToastContent): void {
  if (!isMounted) mountList()
  sonner.custom((id) => <ToastCard toast={toast} onClose={() => sonner.dismiss(id)} />, {
    // ToastCard has its own timer: sonner's does not pause for keyboard focus.
    duration: Number.POSITIVE_INFINITY,
  })
}

// A separate React root, so that showToast works outside of the app's tree.
function mountList() {
  isMounted = true
  const isPhone = matchMedia('(max-width: 560px)').matches
  const place = document.body.appendChild(document.createElement('div'))
  flushSync(() =>
    createRoot(place).render(
      // Dialogs have their buttons at the bottom right, and on phones at the bottom.
      <Toaster
        position={isPhone ? 'top-center' : 'bottom-left'}
        customAriaLabel="Notifications"
        gap={10}
        visibleToasts={isPhone ? 1 : 3}
        expand
      />,
    ),
  )
}

/** Its timer pauses while a toast is hovered or focused, and while the tab is in the background. */
function ToastCard({ toast, onClose }: { toast: ToastContent; onClose: () => void }) {
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
    <div
      ref={card}
      className={`grid top round-md fill-2 text-sm vivid ${styles.toast}`}
      data-tone={tone}
      role={type === 'error' ? 'alert' : undefined}
    >
      <span className={`flex ${styles.icon}`}>{icon}</span>
      <div className={`min-0 break ${styles.text}`}>
        <p className="bold">{title}</p>
        {message && <p className="muted">{message}</p>}
        {action && (
          <button
            type="button"
            className="text-link pointer min-h-24 bare bold"
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
