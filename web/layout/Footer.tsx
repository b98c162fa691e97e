import { Link } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { useSite } from '#web/app/use-site.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useIdle } from '#web/ui/use-idle.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

import styles from './Footer.module.css'

const year = new Date().getFullYear()

const legalPages: [path: string, name: string][] = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/dmca', 'DMCA'],
  ['/faq', 'FAQ'],
  ['/cli', 'Command Line'],
  ['/rules', 'Scan Rules'],
  ['/moderation', 'Moderation Log'],
]

export function Footer() {
  const { siteName, chatInviteUrl } = useSite()
  const isIdle = useIdle()
  return (
    <footer className={`${styles.footer} line-above fill-1 faint text-sm`}>
      <div className={classNames('page-width', `${styles.row} row wrap gap-3-5`)}>
        {/* A page cached before New Year shows the previous year. */}
        <p suppressHydrationWarning>
          © {year} {siteName}. Community project.
        </p>
        {/* A link, because it works without scripts. */}
        <a
          className={buttonClass()}
          href={chatInviteUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-haspopup="dialog"
          onClick={(event) => {
            // These open a new tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            openRedirectDialog()
          }}
        >
          <DiscordIcon />
          Join Discord
        </a>
        <span className={styles.motion}>{isIdle && <MotionToggle />}</span>
        <nav aria-label="Legal" className={`${styles.links} flex wrap gap-1-5 push`}>
          {legalPages.map(([path, name]) => (
            <Link className="middle" key={path} to={path}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** WCAG 2.2.2: pauses decorative motion. With reduced motion there is none. */
export function MotionToggle() {
  const { isStill, setStill } = useBackgroundMotion()
  if (useReducedMotion()) return null
  return (
    <button type="button" onClick={() => setStill(!isStill)}>
      {isStill ? <Play /> : <Pause />}
      {isStill ? 'Play background' : 'Pause background'}
    </button>
  )
}
