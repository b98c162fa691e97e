import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { settingsPath } from '#web/app/paths.ts'
import { useSite } from '#web/app/use-site.ts'
import { classNames } from '#web/ui/class-names.ts'

import styles from './UnverifiedNotice.module.css'

export function UnverifiedNotice() {
  const { hasDiscordApp } = useSite()
  return (
    <aside
      aria-label="Your account"
      className={classNames('page-width', `${styles.banner} leading-snug row gap-3 text-sm`)}
    >
      <TriangleAlert />
      {hasDiscordApp ? (
        <>
          <p>Your account is not yet verified.</p>
          <Link to={settingsPath} search={{ tab: 'discord' }} className="text-link">
            Verify it with Discord
          </Link>
        </>
      ) : (
        <>
          <p>Your account is not yet verified. Open a ticket on discord!</p>
          <button
            type="button"
            className="text-link rigid pad-0 borderless pointer"
            onClick={openRedirectDialog}
          >
            Join Discord
          </button>
        </>
      )}
    </aside>
  )
}
