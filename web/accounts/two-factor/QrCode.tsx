import { generate } from 'lean-qr'
import { useMemo } from 'react'

import styles from './TwoFactor.module.css'

/** The margin that scanners need, in modules (ISO 18004). */
const quietZone = 4

/** Dark on light in both themes, because many apps cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text])
  return (
    <svg
      className={styles.qrCode}
      viewBox={`${-quietZone} ${-quietZone} ${size + 2 * quietZone} ${size + 2 * quietZone}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}

/** Draws each run of dark modules of a row as one rectangle. */
function drawingOf(text: string): { size: number; path: string } {
  const code = generate(text)
  const runs: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x++
      const width = x + 1 - start
      runs.push(`M${start} ${y}h${width}v1h-${width}z`)
    }
  return { size: code.size, path: runs.join('') }
}
