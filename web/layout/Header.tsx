import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Menu, Search, X } from 'lucide-react'
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  useRef,
  type RefObject,
} from 'react'

import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { signInPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'

import styles from './Header.module.css'
import { Logo } from './Logo.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { NavLinks } from './NavLinks.tsx'
import { SiteSearch } from './SiteSearch.tsx'
import { MemberControls, PhoneSearch, ThemeButton, loadAuthDialog } from './lazy.ts'

// A constant element, see PublicLayout.tsx.
const themeButton = (
  <Suspense>
    <ThemeButton />
  </Suspense>
)

const mobileMenuId = 'mobile-menu'

export function Header() {
  const session = useSession()
  const isScrolled = useScrolledPast(20)
  const { isOpen, toggle } = useMobileMenu()
  const [isSearchOpen, setSearchOpen] = useState(false)
  return (
    <header
      className={`${styles.header} sticky top-0`}
      data-scrolled={isScrolled || undefined}
      data-open={isOpen || undefined}
    >
      <div className={classNames('page-width', `${styles.row} row gap-6`)}>
        <Logo />
        <nav aria-label="Main" className={`${styles.nav} push-rest flex gap-2px`}>
          <NavLinks
            className={`inline-row relative round-md muted medium nowrap hover-fill hover-vivid ${styles.link} h-md`}
          />
        </nav>
        <div className={`${styles.end} row gap-2`}>
          <div className={styles.wide}>
            <HeaderSearch onNarrow={() => setSearchOpen(true)} />
          </div>
          <Link
            to="/scripts"
            hash="search"
            aria-label="Search scripts"
            className={classNames(
              buttonClass({ variant: 'ghost', isIconOnly: true }),
              `${styles.narrow} hidden`,
            )}
            activeOptions={{ exact: true, includeHash: true }}
            aria-haspopup="dialog"
            onClick={opening(() => setSearchOpen(true))}
          >
            <Search />
          </Link>
          <div className={`square-40 ${styles.theme}`}>{themeButton}</div>
          <div className={`flex ${styles.account} justify-end min-h-md`}>
            {session ? (
              <Suspense>
                <MemberControls user={session.user} />
              </Suspense>
            ) : (
              <SignInLink />
            )}
          </div>
          <IconButton
            className={`${styles.narrow} hidden`}
            label={isOpen ? 'Close menu' : 'Open menu'}
            icon={isOpen ? <X /> : <Menu />}
            aria-expanded={isOpen}
            aria-controls={mobileMenuId}
            onClick={toggle}
          />
        </div>
      </div>
      <MobileMenu id={mobileMenuId} isOpen={isOpen} />
      {isSearchOpen && (
        <Suspense>
          <PhoneSearch onClose={() => setSearchOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function useScrolledPast(threshold: number): boolean {
  return useSyncExternalStore(
    (notify) => {
      addEventListener('scroll', notify, { passive: true })
      return () => removeEventListener('scroll', notify)
    },
    () => scrollY > threshold,
    () => false,
  )
}

function useMobileMenu() {
  const router = useRouter()
  const [openAt, setOpenAt] = useState('')
  const isOpen = useLocation({ select: ({ href }) => href === openAt })
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = ({ key }: KeyboardEvent) => {
      // The key closes a dialog first.
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return
      // Hiding the menu would drop the focus.
      const isInside = document.querySelector(`#${mobileMenuId}`)?.contains(document.activeElement)
      if (isInside) document.querySelector<HTMLElement>(`[aria-controls="${mobileMenuId}"]`)?.focus()
      setOpenAt('')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return { isOpen, toggle: () => setOpenAt(isOpen ? '' : router.state.location.href) }
}

/** A link: it works without scripts and in a new tab, too. */
function SignInLink() {
  return (
    <a
      href={signInPath}
      className={buttonClass({ variant: 'cta' })}
      aria-haspopup="dialog"
      data-dialog={signInFormId}
      onClick={opening(openAuthDialog)}
      onPointerEnter={() => void loadAuthDialog()}
      onFocus={() => void loadAuthDialog()}
    >
      Sign In
    </a>
  )
}

/** Opens a dialog instead of the page of the link, unless that opens in a new tab. */
function opening(open: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
}

function HeaderSearch({ onNarrow }: { onNarrow: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field, onNarrow)
  return (
    <div className={`${styles.search} h-md`}>
      <SiteSearch
        field={field}
        hint={
          <kbd className="rigid" aria-hidden="true">
            Ctrl K
          </kbd>
        }
      />
    </div>
  )
}

/** Ctrl K focuses the page's search field, or the header's if the page has none, which on narrow screens is a dialog. */
function useSearchKey(field: RefObject<HTMLInputElement | null>, onNarrow: () => void): void {
  const openNarrow = useEffectEvent(onNarrow)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      const pageField = document.querySelector<HTMLInputElement>('main input[type="search"]')
      const target = pageField ?? field.current
      if (!target?.checkVisibility()) return openNarrow()
      target.focus()
      target.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
