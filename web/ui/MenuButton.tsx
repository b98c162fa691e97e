import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import type { MenuEntry } from './menu-entry.ts'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

/** A plain button in the first load; the menu itself arrives when a pointer or the focus comes near. */
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
  const [isWanted, setWanted] = useState(false)
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
          // Safari does not focus a pressed button, and the focus has to come back to it.
          trigger.current?.focus()
          setWanted(true)
          setOpen(!isOpen)
        }}
      >
        {children}
      </button>
      {isWanted && (
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
