import { circle, group, line, path, polygon, rect, repeat } from './canvas.ts'
import { darker } from './colors.ts'
import { write } from './lettering.ts'

/** A shirt that fills a square of 100 around 0, 0. */
export function shirt(color: string, print: string, kind: number): string {
  const body = 'M-24 -40L-46 -26L-36 -4L-26 -10V44H26V-10L36 -4L46 -26L24 -40C16 -28 -16 -28 -24 -40Z'
  const prints = [
    '',
    circle(0, 4, 13, print),
    rect(-26, -2, 52, 9, print) + rect(-26, 14, 52, 5, print),
    polygon(
      [
        [0, -12],
        [13, 12],
        [-13, 12],
      ],
      print,
    ),
    repeat(5, (index) => rect(-26 + index * 11.5, -26, 4, 70, print, 0, 'opacity=".7"')),
    write('07', { x: 0, y: 18, size: 24, color: print, anchor: 'middle', weight: 1.2 }),
  ]
  return (
    path(body, color) +
    (prints[kind % prints.length] ?? '') +
    line('M-24 -40C-16 -26 16 -26 24 -40', darker(color, 0.3), 3) +
    line('M-26 -10V44M26 -10V44', darker(color, 0.22), 2)
  )
}

/** A jacket, as the shirt. */
export function jacket(color: string, lining: string): string {
  return (
    path('M-22 -44L-44 -32L-54 36L-38 40L-32 -4V50H32V-4L38 40L54 36L44 -32L22 -44L0 -32Z', color) +
    polygon(
      [
        [-22, -44],
        [0, -32],
        [22, -44],
        [8, 4],
        [0, 20],
        [-8, 4],
      ],
      lining,
    ) +
    line('M0 20V50', darker(color, 0.45), 2) +
    line('M-22 -44L-8 4L0 20M22 -44L8 4L0 20', darker(color, 0.35), 2.4) +
    rect(-26, 22, 16, 4, darker(color, 0.3), 1) +
    rect(10, 22, 16, 4, darker(color, 0.3), 1) +
    line('M-32 -4V50M32 -4V50', darker(color, 0.25), 2)
  )
}

/** Trousers, as the shirt. */
export function trousers(color: string): string {
  return (
    path('M-26 -50H26L34 50H8L0 -18L-8 50H-34Z', color) +
    rect(-26, -50, 52, 9, darker(color, 0.3)) +
    line('M-22 -36L-16 -20M22 -36L16 -20', darker(color, 0.28), 2) +
    line('M0 -41V-18', darker(color, 0.3), 2)
  )
}

export function place(x: number, y: number, size: number, content: string): string {
  return group(`translate(${x} ${y}) scale(${size / 100})`, content)
}
