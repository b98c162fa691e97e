import { Link } from '@tanstack/react-router'
import { ShieldCheck, X } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { focusMain } from '#web/ui/focus-main.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

import styles from './TwoFactorOffer.module.css'

const storageKey = 'admin_two_factor_offer'

/** Shown to administrators without two-factor authentication until they dismiss it in this browser. */
export function TwoFactorOffer({ user }: { user: CurrentUser }) {
  const [isDismissed, setDismissed] = useState(() => readDismissed() === String(user.id))
  if (isDismissed || user.two_factor_enabled) return null
  function dismiss() {
    setDismissed(true)
    try {
      localStorage.setItem(storageKey, String(user.id))
    } catch {
      // Without local storage the choice lasts until the page is left.
    }
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

function readDismissed(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
