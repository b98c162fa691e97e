import { Menu } from 'lucide-react'

import { useSite } from '#web/app/use-site.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

import layoutStyles from './AdminLayout.module.css'
import styles from './Sidebar.module.css'

/** Replaces the sidebar on narrow screens. */
export function AdminBar({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const { siteName } = useSite()
  return (
    <header className={`${layoutStyles.bar} hidden`}>
      <IconButton
        label="Open menu"
        icon={<Menu />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onOpen}
      />
      <span className={`${styles.brand} ellipsis`}>{siteName} ACP</span>
    </header>
  )
}
