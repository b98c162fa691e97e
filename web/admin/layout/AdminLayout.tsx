import { Outlet, useRouterState, Link } from '@tanstack/react-router'
import { Menu, ShieldCheck, X } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { useSite } from '#web/app/use-site.ts'
import { useFocusOnNavigation } from '#web/layout/use-focus-on-navigation.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'

import styles from './AdminLayout.module.css'
import { PageSkeleton } from './AdminSkeleton.tsx'
import sidebarStyles from './Sidebar.module.css'
import { Sidebar } from './Sidebar.tsx'

const CommandPalette = lazyDialog(() => import('./CommandPalette.tsx'), 'CommandPalette')
const Drawer = lazyDialog(() => import('#web/ui/Drawer.tsx'), 'Drawer')

/** The layout of every admin screen: a sidebar that can be collapsed, on narrow screens a bar with a drawer. */
export function AdminLayout({ user }: { user: CurrentUser }) {
  const main = useFocusOnNavigation()
  const [width, storeWidth] = useStored('admin_sidebar')
  const isCollapsed = width === 'collapsed'
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // The path at which the drawer was opened: following one of its links closes it.
  const [openAt, setOpenAt] = useState<string>()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useShortcut(() => setPaletteOpen(true))
  return (
    <div className={`${styles.layout} grid grow top`} data-collapsed={isCollapsed || undefined}>
      <header className={`sticky fill-1 ${styles.sidebar} top-0`}>
        <Sidebar
          user={user}
          isCollapsed={isCollapsed}
          onToggle={() => storeWidth(isCollapsed ? 'wide' : 'collapsed')}
        />
      </header>
      <AdminBar onOpen={() => setOpenAt(path)} isOpen={openAt === path} />
      {openAt !== undefined && (
        <Drawer label="Back office" isOpen={openAt === path} onClose={() => setOpenAt('')}>
          <Sidebar user={user} onClose={() => setOpenAt('')} />
        </Drawer>
      )}
      {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
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

/** A choice that is kept in this browser. */
function useStored(key: string): [stored: string | null, store: (value: string) => void] {
  const [stored, setStored] = useState(() => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  })
  function store(value: string) {
    setStored(value)
    try {
      localStorage.setItem(key, value)
    } catch {
      // Without local storage the choice lasts until the page is left.
    }
  }
  return [stored, store]
}

/** Replaces the sidebar on narrow screens. */
function AdminBar({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { siteName } = useSite()
  return (
    <header className={`${styles.bar} hidden`}>
      <IconButton
        label="Open menu"
        icon={<Menu />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      />
      <span className={`${sidebarStyles.brand} ellipsis`}>{siteName} ACP</span>
    </header>
  )
}

/** Shown to administrators without two-factor authentication until they dismiss it in this browser. */
function TwoFactorOffer({ user }: { user: CurrentUser }) {
  const [dismissedBy, storeDismissedBy] = useStored('admin_two_factor_offer')
  if (dismissedBy === String(user.id) || user.two_factor_enabled) return null
  function dismiss() {
    storeDismissedBy(String(user.id))
    focusMain()
  }
  return (
    <aside
      className={`grid middle gap-3 vivid text-sm cols-auto-fill-auto ${styles.offer}`}
      aria-label="Protect your account"
    >
      <ShieldCheck />
      <p>
        Protect this back office:{' '}
        <Link to="/profile/settings" search={{ tab: 'account' }} className="text-link">
          set up two-factor authentication
        </Link>
        .
      </p>
      <IconButton label="Dismiss" icon={<X />} onClick={dismiss} />
    </aside>
  )
}
