import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import { classNames } from '#web/ui/class-names.ts'

import { MemberLinks } from './lazy.ts'
import styles from './MobileMenu.module.css'
import { NavLinks } from './NavLinks.tsx'

/** Everything that its user can reach; search and theme are in the header at every width. */
export function MobileMenu({ id, isOpen }: { id: string; isOpen: boolean }) {
  const session = useSession()
  return (
    <div id={id} hidden={!isOpen} className={`line-above ${styles.menu}`}>
      <div className={classNames('page-width', `${styles.content} scroll-y grid gap-4`)}>
        <nav aria-label="Menu" className="grid">
          <NavLinks
            className={`${styles.link} pad-0 borderless line-below row muted text-md medium pointer`}
          />
          {session ? (
            isOpen && (
              <Suspense>
                <MemberLinks
                  user={session.user}
                  className={`${styles.link} pad-0 borderless line-below row muted text-md medium pointer`}
                />
              </Suspense>
            )
          ) : (
            <>
              <Link
                to="/faq"
                className={`${styles.link} pad-0 borderless line-below row muted text-md medium pointer`}
                preload={false}
              >
                FAQ
              </Link>
              <button
                type="button"
                className={`${styles.link} pad-0 borderless line-below row muted text-md medium pointer`}
                onClick={() => openAuthDialog()}
              >
                Sign In
              </button>
              <button
                type="button"
                className={`${styles.link} pad-0 borderless line-below row muted text-md medium pointer`}
                onClick={() => openAuthDialog({ mode: 'register' })}
              >
                Create Account
              </button>
            </>
          )}
        </nav>
      </div>
    </div>
  )
}
