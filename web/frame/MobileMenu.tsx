import { useSession } from '#web/app/session.ts'
import { classNames } from '#web/ui/class-names.ts'

import styles from './MobileMenu.module.css'
import { NavLinks } from './NavLinks.tsx'
import { SignInButton } from './SignInButton.tsx'

export function MobileMenu({ id, isOpen }: { id: string; isOpen: boolean }) {
  const session = useSession()
  return (
    <div id={id} hidden={!isOpen} className={styles.menu}>
      <div className={classNames('page-width', styles.content)}>
        <nav aria-label="Menu" className={styles.links}>
          <NavLinks className={styles.link} />
        </nav>
        {!session && <SignInButton isWide />}
      </div>
    </div>
  )
}
