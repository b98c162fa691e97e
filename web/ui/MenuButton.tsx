import { Suspense } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { lazyPart } from './lazy-part.ts'
import { useLoadedPopup } from './use-loaded-popup.ts'

const loadMenu = () => import('./Menu.tsx')
const Menu = lazyPart(loadMenu, 'Menu')

/** The button is part of the first load; the menu is loaded on hover, focus or click. */
export function MenuButton({
  className,
  children,
  ...menu
}: Omit<ComponentProps<typeof Menu>, 'triggerRef' | 'isOpen' | 'onOpenChange'> & {
  className: string
  children: ReactNode
}) {
  const { trigger, isOpen, setOpen, isRequested, buttonProps } = useLoadedPopup(loadMenu)
  return (
    <>
      <button {...buttonProps} className={className} aria-label={menu.label} aria-haspopup="menu">
        {children}
      </button>
      {isRequested && (
        <Suspense>
          <Menu {...menu} triggerRef={trigger} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
