import { Pause, Play } from 'lucide-react'

import { Button } from './Button.tsx'
import { useBackgroundMotion } from './use-background-motion.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** WCAG 2.2.2: pauses decorative motion. With reduced motion there is none. */
export function MotionToggle() {
  const { isStill, setStill } = useBackgroundMotion()
  if (useReducedMotion()) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={isStill ? <Play /> : <Pause />}
      onClick={() => setStill(!isStill)}
    >
      {isStill ? 'Play background' : 'Pause background'}
    </Button>
  )
}
