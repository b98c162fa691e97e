import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { useFocusOnNavigation } from '#web/layout/use-focus-on-navigation.ts'

import { AdminBar } from './AdminBar.tsx'
import styles from './AdminLayout.module.css'
import { PageSkeleton } from './AdminSkeleton.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TwoFactorOffer } from './TwoFactorOffer.tsx'

const storageKey = 'admin_sidebar'

const CommandPalette = lazyPart(() => import('./CommandPalette.tsx'), 'CommandPalette')
const Drawer = lazyPart(() => import('#web/ui/Drawer.tsx'), 'Drawer')

/** The layout of every admin screen: a sidebar that can be collapsed, on narrow screens a bar with a drawer. */
export function AdminLayout({ user }: { user: CurrentUser }) {
  const main = useFocusOnNavigation()
  const { isCollapsed, toggle } = useSidebarWidth()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // The path at which the drawer was opened: following one of its links closes it.
  const [openAt, setOpenAt] = useState<string>()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useShortcut(() => setPaletteOpen(true))
  return (
    <div className={`${styles.layout} grid grow top`} data-collapsed={isCollapsed || undefined}>
      <header className={`sticky fill-1 ${styles.sidebar} top-0`}>
        <Sidebar user={user} isCollapsed={isCollapsed} onToggle={toggle} />
      </header>
      <AdminBar onOpen={() => setOpenAt(path)} isOpen={openAt === path} />
      {openAt !== undefined && (
        <Suspense>
          <Drawer label="Back office" isOpen={openAt === path} onClose={() => setOpenAt('')}>
            <Sidebar user={user} onClose={() => setOpenAt('')} />
          </Drawer>
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} ref={main} className="min-0 no-outline">
        <TwoFactorOffer user={user} />
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

/** Ctrl+K or Command+K; ignored while a dialog is open, because it may have unsaved input. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Stores in this browser whether the sidebar is collapsed. */
function useSidebarWidth(): { isCollapsed: boolean; toggle: () => void } {
  const [isCollapsed, setCollapsed] = useState(readStored)
  function toggle() {
    setCollapsed(!isCollapsed)
    try {
      localStorage.setItem(storageKey, isCollapsed ? 'wide' : 'collapsed')
    } catch {
      // Without local storage the choice lasts until the page is left.
    }
  }
  return { isCollapsed, toggle }
}

function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'collapsed'
  } catch {
    return false
  }
}
