import { majorLines, minorLines } from './contour-lines.ts'
import styles from './Contours.module.css'

// Six copies of 900 cover the widest screens beside the 900 that the drift needs.
const copies = [0, 900, 1800, 2700, 3600, 4500]

export function ContourLines() {
  return (
    <svg className={styles.lines} aria-hidden="true">
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
