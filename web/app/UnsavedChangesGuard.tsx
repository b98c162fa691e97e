import { useBlocker } from '@tanstack/react-router'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'

const loadDialog = () => import('#web/ui/ConfirmDialog.tsx')
const ConfirmDialog = lazyPart(loadDialog, 'ConfirmDialog')

/** While active, leaving the page asks for confirmation: within the app with this text, away from it with the browser's. */
export function UnsavedChangesGuard({
  isActive,
  title,
  text,
  leaveLabel = 'Discard',
  stayLabel = 'Keep editing',
}: {
  isActive: boolean
  title: string
  text: string
  leaveLabel?: string
  stayLabel?: string
}) {
  const blocker = useBlocker({
    // A change of search parameters stays on the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: isActive,
    disabled: !isActive,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        onClose={blocker.reset}
        title={title}
        confirmLabel={leaveLabel}
        cancelLabel={stayLabel}
        onConfirm={blocker.proceed}
      >
        {text}
      </ConfirmDialog>
    </Suspense>
  )
}
