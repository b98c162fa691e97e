import { useRef } from 'react'

import { majorLines, minorLines } from './line-pattern.ts'
import styles from './BackgroundLines.module.css'
import { useBackgroundMotion } from './use-background-motion.ts'
import { useInView } from './use-in-view.ts'

// The animation moves by 900; five more copies cover the widest screens.
const copies = [0, 900, 1800, 2700, 3600, 4500]

export function LinePattern() {
  const frame = useRef<SVGSVGElement>(null)
  const isSeen = useInView(frame)
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
