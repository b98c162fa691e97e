import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react'

import { afterSignIn, lockDialog, signInFormId, useCurrentDialog } from '#web/app/dialogs.ts'
import type { FormMode } from '#web/app/dialogs.ts'
import { hasSessionExpired, subscribeSession } from '#web/app/session-store.ts'
import dialogStyles from '#web/ui/Dialog.module.css'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

import styles from './AuthDialog.module.css'
import dusk from './dusk.svg?url'
import { useAuthSteps } from './use-auth-steps.tsx'

const rotatesAfterMs = 6000

/** Only what every account gives. */
const benefits = [
  'Download scripts for free.',
  'Like the scripts that you use.',
  'Report a script, and hear what came of it.',
  'Get verified to share scripts of your own.',
]

const closesAfterMs = 1000

/** The content of the sign-in dialog of web/layout/DialogHost.tsx. What was typed is gone when it closes. */
export function AuthDialog({ mode, onClose }: { mode: FormMode; onClose: () => void }) {
  const isHydrated = useHydrated()
  const isOpen = useCurrentDialog()?.kind === 'auth'
  return isOpen || !isHydrated ? <AuthSteps mode={mode} onClose={onClose} /> : null
}

function AuthSteps({ mode, onClose }: { mode: FormMode; onClose: () => void }) {
  const hasExpired = useSyncExternalStore(subscribeSession, hasSessionExpired, () => false)
  const { title, text, content, isLocked, isForm, isDone } = useAuthSteps({ mode, hasExpired, heading: 'h3' })
  useEffect(() => {
    if (!isLocked) return undefined
    lockDialog(true)
    return () => lockDialog(false)
  }, [isLocked])
  useEffect(() => {
    if (!isDone) return undefined
    const handle = setTimeout(() => {
      const next = afterSignIn()
      onClose()
      next?.()
    }, closesAfterMs)
    return () => clearTimeout(handle)
  }, [isDone, onClose])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- of the controls inside
    <div className={isForm ? `${styles.withBenefits} grid` : styles.steps} onKeyDown={keepFocus}>
      {isForm && <BenefitPanel />}
      <div className="min-0">
        <div className={`flex top between gap-3 ${dialogStyles.header}`}>
          <div className={`min-0 ${dialogStyles.titles}`}>
            <h2 id={`${signInFormId}-title`}>{title}</h2>
            <p className={`muted ${dialogStyles.text}`}>{text}</p>
          </div>
          <form method="dialog">
            <IconButton type="submit" label="Close" icon={<X />} disabled={isLocked} />
          </form>
        </div>
        <div className={dialogStyles.body}>{content}</div>
      </div>
    </div>
  )
}

/** As in the other dialogs; in a native one the focus would leave the page after the last control. */
function keepFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Tab') return
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled'),
  ]
  if (event.target !== controls.at(event.shiftKey ? 0 : -1)) return
  event.preventDefault()
  controls.at(event.shiftKey ? -1 : 0)?.focus()
}

/** Next to the form; it does not change for users who prefer reduced motion. */
function BenefitPanel() {
  const [index, setIndex] = useState(0)
  const { isStill: isPaused } = useBackgroundMotion()
  const isStill = useReducedMotion() || isPaused
  useEffect(() => {
    if (isStill) return undefined
    const handle = setInterval(() => setIndex((current) => (current + 1) % benefits.length), rotatesAfterMs)
    return () => clearInterval(handle)
  }, [isStill])
  return (
    <div className={`relative clip fill-2 ${styles.aside}`}>
      <div className={`cover ${styles.panel}`}>
        <img className="full-size crop" src={dusk} alt="" width="480" height="600" loading="lazy" />
        <p key={index} className={`absolute ${styles.benefit} front`}>
          {benefits[index]}
        </p>
      </div>
    </div>
  )
}
