import { useRef } from 'react'

import { majorLines, minorLines } from './contour-lines.ts'
import styles from './Contours.module.css'
import { useBackgroundMotion } from './use-background-motion.ts'
import { useSeen } from './use-seen.ts'

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
