import { Pause, Play } from 'lucide-react'

import { useBackgroundMotion } from './use-background-motion.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

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
