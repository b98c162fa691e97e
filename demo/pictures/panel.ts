import { circle, frame, glow, height, rect, repeat, width, type Canvas } from './canvas.ts'
import type { Theme } from './colors.ts'
import { icon, type IconName } from './icons.ts'
import { write } from './lettering.ts'

/** What lies behind the panels of a screen: a dark room with two lights in it. */
export function backdrop(canvas: Canvas, theme: Theme): string {
  const { random } = canvas
  const [from, to] = theme.backdrop
  const fill = canvas.gradient(
    [
      [0, from],
      [1, to],
    ],
    [0, 0, 1, 1],
  )
  const [first, second] = theme.lights
  return (
    rect(0, 0, width, height, fill) +
    glow(canvas, random.between(820, 1180), random.between(20, 220), 620, 520, first, 0.55) +
    glow(canvas, random.between(40, 360), random.between(520, 740), 600, 480, second, 0.45)
  )
}

/** A panel with a soft shadow under it. */
export function panel(
  canvas: Canvas,
  theme: Theme,
  x: number,
  y: number,
  w: number,
  h: number,
  radius = 18,
): string {
  return (
    glow(canvas, x + w / 2, y + h, w * 0.62, 70, '#000000', 0.55) +
    rect(x, y, w, h, theme.panel, radius, 'opacity=".95"') +
    frame(x + 1, y + 1, w - 2, h - 2, theme.line, radius, 1.5)
  )
}

/** A line of text too small to read. */
export function bar(x: number, y: number, w: number, thickness: number, color: string, opacity = 1): string {
  return rect(x, y, w, thickness, color, thickness / 2, `opacity="${opacity}"`)
}

/** How much of something there is. */
export function meter(x: number, y: number, w: number, share: number, theme: Theme, thickness = 12): string {
  return bar(x, y, w, thickness, theme.line) + bar(x, y, w * share, thickness, theme.accent)
}

export function button(x: number, y: number, w: number, h: number, label: string, theme: Theme): string {
  return (
    rect(x, y, w, h, theme.accent, 12) +
    write(label, {
      x: x + w / 2,
      y: y + h / 2 + 8,
      size: 16,
      color: theme.onAccent,
      anchor: 'middle',
      weight: 1,
    })
  )
}

/** An icon on a coloured disc. */
export function badge(
  name: IconName,
  x: number,
  y: number,
  radius: number,
  fill: string,
  color: string,
): string {
  return circle(x, y, radius, fill) + icon(name, x, y, radius * 1.05, color, { thickness: 2 })
}

/** Rows of a list: an icon, two lines and a figure; one of them is chosen. */
export function rows(
  canvas: Canvas,
  theme: Theme,
  list: { x: number; y: number; w: number; rowHeight: number; icons: readonly IconName[]; chosen: number },
): string {
  const { random } = canvas
  const { x, y, w, rowHeight, icons, chosen } = list
  return repeat(icons.length, (index) => {
    const top = y + index * rowHeight
    const middle = top + (rowHeight - 14) / 2
    const isChosen = index === chosen
    const name = icons[index] ?? 'box'
    return (
      rect(x, top, w, rowHeight - 14, isChosen ? theme.accent : theme.raised, 14) +
      badge(
        name,
        x + 44,
        middle,
        22,
        isChosen ? theme.onAccent : theme.line,
        isChosen ? theme.accent : theme.ink,
      ) +
      bar(
        x + 84,
        middle - 14,
        random.between(0.24, 0.42) * w,
        11,
        isChosen ? theme.onAccent : theme.ink,
        0.92,
      ) +
      bar(
        x + 84,
        middle + 7,
        random.between(0.14, 0.3) * w,
        7,
        isChosen ? theme.onAccent : theme.muted,
        0.75,
      ) +
      write(`$ ${random.whole(9, 99) * 10}`, {
        x: x + w - 26,
        y: middle + 9,
        size: 18,
        color: isChosen ? theme.onAccent : theme.accent,
        anchor: 'end',
      })
    )
  })
}

const lamps = ['#ef5b4c', '#f0b64c', '#5fb36a'] as const

export function windowBar(x: number, y: number, w: number, fill: string): string {
  return (
    rect(x, y, w, 52, fill, 18) +
    rect(x, y + 26, w, 26, fill) +
    lamps.map((color, index) => circle(x + 32 + index * 28, y + 26, 8, color)).join('')
  )
}
