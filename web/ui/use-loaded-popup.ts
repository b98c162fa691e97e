import { useRef, useState } from 'react'

/**
 * The state of a button that opens a menu or a list. Its code is loaded on hover, focus or click; until then the button
 * is busy, and a second click does not close what has not opened yet.
 */
export function useLoadedPopup(load: () => Promise<unknown>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const isLoading = isRequested && !isLoaded
  const onClick = () => {
    // Safari does not focus a clicked button, and the popup returns the focus to it.
    trigger.current?.focus()
    setRequested(true)
    // Of a file that cannot be loaded, `lazyPart` says so.
    void load()
      .catch(() => undefined)
      .then(() => setLoaded(true))
    setOpen(isLoading || !isOpen)
  }
  const buttonProps = {
    ref: trigger,
    type: 'button',
    'aria-expanded': isOpen,
    'aria-busy': isLoading || undefined,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick,
  } as const
  return { trigger, isOpen, setOpen, isRequested, buttonProps }
}
