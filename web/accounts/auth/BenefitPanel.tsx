import { useEffect, useState } from 'react'

import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

import styles from './BenefitPanel.module.css'
import dusk from './dusk.svg?url'

const rotatesAfterMs = 6000

/** Only what every account gives. */
const benefits = [
  'Download scripts for free.',
  'Like the scripts that you use.',
  'Report a script, and hear what came of it.',
  'Get verified to share scripts of your own.',
]

/** Next to the form; it does not change for users who prefer reduced motion. */
export function BenefitPanel() {
  const [index, setIndex] = useState(0)
  const { isStill: isPaused } = useBackgroundMotion()
  const isStill = useReducedMotion() || isPaused
  useEffect(() => {
    if (isStill) return undefined
    const handle = setInterval(() => setIndex((current) => (current + 1) % benefits.length), rotatesAfterMs)
    return () => clearInterval(handle)
  }, [isStill])
  return (
    <div className={styles.panel}>
      <img className={styles.image} src={dusk} alt="" width="480" height="600" />
      <p key={index} className={styles.benefit}>
        {benefits[index]}
      </p>
    </div>
  )
}
