import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast as sonner } from 'sonner'

import type { ToastContent } from './toast.ts'
import { ToastCard } from './ToastCard.tsx'

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
