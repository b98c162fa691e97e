import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import type { MenuEntry } from './menu-entry.ts'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

/** The button is part of the first load; the menu is loaded on hover, focus or click. */
export function MenuButton({
  label,
  entries,
  header,
  onNavigate,
  placement,
  className,
  children,
}: {
  label: string
  entries: readonly MenuEntry[]
  header?: ReactNode
  onNavigate: (href: string) => void
  placement?: 'bottom end' | 'bottom start' | 'top end'
  className: string
  children: ReactNode
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isRequested, setRequested] = useState(false)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => {
          // Safari does not focus a clicked button, and the menu returns the focus to it.
          trigger.current?.focus()
          setRequested(true)
          setOpen(!isOpen)
        }}
      >
        {children}
      </button>
      {isRequested && (
        <Suspense>
          <Menu
            triggerRef={trigger}
            isOpen={isOpen}
            onOpenChange={setOpen}
            {...{ label, entries, header, onNavigate }}
            {...(placement && { placement })}
          />
        </Suspense>
      )}
    </>
  )
}
