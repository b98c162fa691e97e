import { classNames } from '#web/ui/class-names.ts'

import styles from './MobileMenu.module.css'
import { NavLinks } from './NavLinks.tsx'

export function MobileMenu({ id, isOpen }: { id: string; isOpen: boolean }) {
  return (
    <div id={id} hidden={!isOpen} className={styles.menu}>
      <div className={classNames('page-width', styles.content)}>
        <nav aria-label="Menu" className={styles.links}>
          <NavLinks className={styles.link} />
        </nav>
      </div>
    </div>
  )
}
