import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import { useFocusOnNavigation } from '#web/frame/use-focus-on-navigation.ts'

import styles from './AdminFrame.module.css'
import { AdminBar } from './AdminBar.tsx'
import { PageOutline } from './AdminOutline.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TwoFactorOffer } from './TwoFactorOffer.tsx'
import { useSidebarWidth } from './use-sidebar-width.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}))
const Drawer = lazy(async () => ({ default: (await import('#web/ui/Drawer.tsx')).Drawer }))

/** Around every screen of the back office: a sidebar that folds, and on narrow screens a bar with a drawer. */
export function AdminFrame({ user }: { user: CurrentUser }) {
  const main = useFocusOnNavigation()
  const { isCollapsed, toggle } = useSidebarWidth()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Open at one path only: following a link of the drawer closes it.
  const [openAt, setOpenAt] = useState<string>()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useShortcut(() => setPaletteOpen(true))
  return (
    <div className={styles.frame} data-collapsed={isCollapsed || undefined}>
      <header className={styles.sidebar}>
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
      <main id="main" tabIndex={-1} ref={main} className={styles.main}>
        <TwoFactorOffer user={user} />
        <Suspense fallback={<PageOutline />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

/** Ctrl+K, or on a Mac Command+K; not over a dialog, which may hold something unsaved. */
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
