import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** A dialog restores the focus within two frames; the button that opened it may be removed before or after that. */
const focusRestoreFrames = 4

/** Moves the focus to `fallback` if a change of `state` removes the focused element. Undefined: not loaded yet. */
export function useStableFocus(
  fallback: RefObject<HTMLElement | null>,
  state: string | number | undefined,
): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return undefined
    const wasLoaded = before.current !== undefined
    before.current = state
    if (!wasLoaded) return undefined
    let frames = focusRestoreFrames
    let handle = requestAnimationFrame(function check() {
      frames -= 1
      if (frames > 0) handle = requestAnimationFrame(check)
      else if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(handle)
  }, [fallback, state])
}
