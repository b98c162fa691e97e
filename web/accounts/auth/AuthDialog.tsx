import { useEffect, useState } from 'react'

import { hasSessionExpired } from '#web/app/session-store.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

import styles from './BenefitPanel.module.css'
import dusk from './dusk.svg?url'
import { useAuthSteps, type FormMode } from './use-auth-steps.tsx'

const rotatesAfterMs = 6000

/** Only what every account gives. */
const benefits = [
  'Download scripts for free.',
  'Like the scripts that you use.',
  'Report a script, and hear what came of it.',
  'Get verified to share scripts of your own.',
]

const closesAfterMs = 1000

export function AuthDialog({
  mode,
  onSignedIn,
  onClose,
}: {
  mode: FormMode
  onSignedIn: (() => void) | undefined
  onClose: () => void
}) {
  const [hasExpired] = useState(hasSessionExpired)
  const { title, text, content, isLocked, isForm, isDone } = useAuthSteps({ mode, hasExpired, heading: 'h3' })
  useEffect(() => {
    if (!isDone) return undefined
    const handle = setTimeout(() => {
      onClose()
      onSignedIn?.()
    }, closesAfterMs)
    return () => clearTimeout(handle)
  }, [isDone, onClose, onSignedIn])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isLocked}
      {...{ title, text }}
      {...(isForm && { size: 'lg', aside: <BenefitPanel /> })}
    >
      {content}
    </Dialog>
  )
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
    <div className={`cover ${styles.panel}`}>
      <img className="full-size crop" src={dusk} alt="" width="480" height="600" />
      <p key={index} className={`absolute ${styles.benefit}`}>
        {benefits[index]}
      </p>
    </div>
  )
}
