import { Pause, Play } from 'lucide-react'

import { Button } from './Button.tsx'
import { useBackgroundMotion } from './use-background-motion.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/** The visible way to stop what moves by itself. A system that asks for stillness has nothing to stop. */
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
