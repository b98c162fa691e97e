import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** The ref of a row of tabs that scrolls on narrow screens, with the current one in the middle. */
export function useCurrentInView<Row extends HTMLElement>(currentIndex: number): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useEffect(() => {
    const row = ref.current
    const current = row?.children[currentIndex]
    if (!row || !(current instanceof HTMLElement)) return undefined
    // The row may become narrower, and the tabs wider when their counts or fonts are loaded.
    const observer = new ResizeObserver(() => {
      row.scrollLeft = current.offsetLeft - (row.clientWidth - current.clientWidth) / 2
    })
    for (const element of [row, ...row.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [currentIndex])
  return ref
}
