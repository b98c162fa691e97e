import { useEffect, useState } from 'react'

import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

import dusk from './dusk.svg?url'
import styles from './QuotePanel.module.css'

const rotatesAfterMs = 6000

const quotes = [
  'Everything my server runs on came from here.',
  'Take a script, leave one better than you found it.',
  'Built by the people who have to run it on Friday night.',
  'Read the code, test it, then open the gates.',
]

/** Decoration next to the form; it does not change for users who prefer reduced motion. */
export function QuotePanel() {
  const [index, setIndex] = useState(0)
  const { isStill: isPaused } = useBackgroundMotion()
  const isStill = useReducedMotion() || isPaused
  useEffect(() => {
    if (isStill) return undefined
    const handle = setInterval(() => setIndex((shown) => (shown + 1) % quotes.length), rotatesAfterMs)
    return () => clearInterval(handle)
  }, [isStill])
  return (
    <div className={styles.panel}>
      <img className={styles.image} src={dusk} alt="" width="480" height="600" />
      <blockquote key={index} className={styles.quote}>
        “{quotes[index]}”
      </blockquote>
    </div>
  )
}
