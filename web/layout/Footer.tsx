import { Link } from '@tanstack/react-router'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { MotionToggle } from '#web/ui/MotionToggle.tsx'
import { useIdle } from '#web/ui/use-idle.ts'

import styles from './Footer.module.css'

const year = new Date().getFullYear()

const legalPages: [path: string, name: string][] = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/cookies', 'Cookies'],
  ['/dmca', 'DMCA'],
  ['/faq', 'FAQ'],
  ['/rules', 'Scan Rules'],
  ['/moderation', 'Moderation Log'],
]

export function Footer() {
  const { siteName } = useSite()
  const isIdle = useIdle()
  return (
    <footer className={styles.footer}>
      <div className={classNames('page-width', styles.row)}>
        {/* A page cached before New Year shows the previous year. */}
        <p suppressHydrationWarning>
          © {year} {siteName}. Community project.
        </p>
        <Button icon={<DiscordIcon />} onClick={openRedirectDialog}>
          Join Discord
        </Button>
        <span className={styles.motion}>{isIdle && <MotionToggle />}</span>
        <nav aria-label="Legal" className={styles.links}>
          {legalPages.map(([path, name]) => (
            <Link key={path} to={path}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
