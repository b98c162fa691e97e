import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { majorLines, minorLines } from './contour-lines.ts'
import styles from './Contours.module.css'
import { useBackgroundMotion } from './use-background-motion.ts'

// Six copies of 900 cover the widest screens beside the 900 that the drift needs.
const copies = [0, 900, 1800, 2700, 3600, 4500]

/** Out of sight they stand still, and cost nothing. */
export function ContourLines() {
  const frame = useRef<SVGSVGElement>(null)
  const isSeen = useSeen(frame)
  const { isStill } = useBackgroundMotion()
  return (
    <svg ref={frame} className={styles.lines} data-still={isStill || !isSeen || undefined} aria-hidden="true">
      <defs>
        <g id="contour-lines">
          <path d={minorLines} opacity=".5" />
          <path d={majorLines} />
        </g>
      </defs>
      {copies.map((x) => (
        <use key={x} href="#contour-lines" x={x} />
      ))}
    </svg>
  )
}

function useSeen(frame: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    if (!frame.current) return undefined
    let isOnScreen = true
    const tell = () => setSeen(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? true
      tell()
    })
    observer.observe(frame.current)
    document.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [frame])
  return isSeen
}
