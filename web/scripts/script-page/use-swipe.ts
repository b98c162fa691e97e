import { useRef } from 'react'
import type { TouchEvent } from 'react'

const swipeMin = 40

export type Swipe = Record<'onTouchStart' | 'onTouchEnd', (event: TouchEvent) => void>

/** Horizontal swipes step; vertical ones scroll the page. */
export function useSwipe(step: (by: 1 | -1) => void): Swipe {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!from.current || !touch) return
      const [right, down] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      if (Math.abs(right) > swipeMin && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1)
    },
  }
}
