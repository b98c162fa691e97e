import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'

import type { ToastContent } from './toast.ts'
import { ToastCard } from './ToastCard.tsx'

let isMounted = false

export function presentToast(toast: ToastContent): void {
  if (!isMounted) mountList()
  sonner.custom((id) => <ToastCard toast={toast} onClose={() => sonner.dismiss(id)} />, {
    // The card counts for itself: sonner's own clock does not stop for the keyboard focus.
    duration: Number.POSITIVE_INFINITY,
  })
}

// A root of its own: a toast may be called from anywhere, also before or after the app shows a page.
function mountList() {
  isMounted = true
  const place = document.body.appendChild(document.createElement('div'))
  flushSync(() =>
    createRoot(place).render(
      <Toaster position="bottom-right" customAriaLabel="Notifications" gap={10} visibleToasts={3} expand />,
    ),
  )
}
