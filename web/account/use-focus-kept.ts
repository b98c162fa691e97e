import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** A dialog gives the focus back within two frames, and the button that opened it may go before or after that. */
const focusSettlesWithin = 4

/** What `shown` stands for may go together with the button that has the focus: then the place around it has it. */
export function useFocusKept(place: RefObject<HTMLElement | null>, shown: string | number): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return undefined
    before.current = shown
    let frames = focusSettlesWithin
    let handle = requestAnimationFrame(function look() {
      frames -= 1
      if (frames > 0) handle = requestAnimationFrame(look)
      else if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(handle)
  }, [place, shown])
}
