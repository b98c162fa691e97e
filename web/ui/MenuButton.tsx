import { Suspense } from 'react'
import type { ReactNode } from 'react'

import { lazyPart } from './lazy-part.ts'
import type { MenuEntry } from './Menu.tsx'
import { useLoadedPopup } from './use-loaded-popup.ts'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazyPart(loadMenu, 'Menu')

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
  const { trigger, isOpen, setOpen, isRequested, buttonProps } = useLoadedPopup(loadMenu)
  return (
    <>
      <button {...buttonProps} className={className} aria-label={label} aria-haspopup="menu">
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
