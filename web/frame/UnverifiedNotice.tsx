import { TriangleAlert } from 'lucide-react'

import { openRedirectDialog } from '#web/app/dialogs.ts'
import { classNames } from '#web/ui/class-names.ts'

import styles from './UnverifiedNotice.module.css'

export function UnverifiedNotice() {
  return (
    <aside aria-label="Your account" className={classNames('page-width', styles.banner)}>
      <TriangleAlert />
      <p>Your account is not yet verified. Open a ticket on discord!</p>
      <button type="button" className="text-link" onClick={openRedirectDialog}>
        Join Discord
      </button>
    </aside>
  )
}
