import { createElement, lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { LazyExoticComponent } from 'react'

import { showToast } from './toast.ts'

/** What React's `lazy` accepts. */
type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/**
 * A part of a page that is loaded when it is shown. If its file cannot be loaded, the page and what
 * was typed in it stay: a message says so, and a dialog closes. A page that is nothing without the part uses `lazy`.
 */
export function lazyPart<Name extends string, Part extends AnyComponent>(
  load: () => Promise<Record<Name, Part>>,
  name: Name,
): LazyExoticComponent<Part>
export function lazyPart(load: () => Promise<Record<string, AnyComponent>>, name: string) {
  return lazy(() =>
    load().then(
      (file) => ({ default: file[name] ?? FailedPart }),
      (error: unknown) => {
        // The function of browsers: the error reports listen to it.
        reportError(error)
        return { default: FailedPart }
      },
    ),
  )
}

/** A dialog that is loaded when it opens. */
export function lazyDialog<Name extends string, File extends Record<Name, AnyComponent>>(
  load: () => Promise<File>,
  name: Name,
): File[Name]
export function lazyDialog(load: () => Promise<Record<string, AnyComponent>>, name: string): AnyComponent {
  const Part = lazyPart(load, name)
  return (props) => createElement(Suspense, null, createElement(Part, props))
}

const title = 'A part of this page could not be loaded'
const message =
  'You may be offline, or the site was updated. Copy what you have typed before you reload the page.'

/** Has the properties of all dialogs and menus. */
type PopupProps = { isOpen?: boolean; onClose?: () => void; onOpenChange?: (isOpen: boolean) => void }

function FailedPart({ isOpen = true, onClose, onOpenChange }: PopupProps) {
  const close = useEffectEvent(() => {
    onClose?.()
    onOpenChange?.(false)
  })
  useEffect(() => {
    if (!isOpen) return
    close()
    const action = { label: 'Reload', run: () => location.reload() }
    // The file of the toasts may be missing too.
    showToast({ type: 'error', title, message, durationMs: 20_000, action }).catch(() =>
      alert(`${title}. ${message}`),
    )
  }, [isOpen])
  return null
}
