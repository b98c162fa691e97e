import { circle, group, line, rect, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, button, meter, rows } from '../../panel.ts'

const trades: readonly IconName[] = [
  'truck',
  'fish',
  'pickaxe',
  'stethoscope',
  'wrench',
  'tractor',
  'utensils',
  'plane',
  'bus',
  'trees',
  'mail',
  'hammer',
]

export function board(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const icons = random.shuffled(trades)
  const chosen = random.whole(0, 4)
  return (
    backdrop(canvas, theme) +
    group(
      `translate(130 62) rotate(${random.between(-6, -2).toFixed(1)} 300 300)`,
      rect(0, 0, 580, 600, '#080808', 36) +
        rect(14, 14, 552, 572, theme.panel, 26) +
        write(random.pick(['City jobs', 'Work today', 'Job centre', 'Contracts']), {
          x: 46,
          y: 92,
          size: 28,
          color: theme.ink,
        }) +
        rows(canvas, theme, { x: 40, y: 122, w: 500, rowHeight: 90, icons: icons.slice(0, 5), chosen }),
    ) +
    group(
      `translate(790 150) rotate(${random.between(3, 7).toFixed(1)} 190 200)`,
      rect(0, 0, 370, 430, '#080808', 30) +
        rect(12, 12, 346, 406, theme.raised, 22) +
        rect(30, 30, 310, 206, mix(theme.raised, theme.lights[0], 0.35), 16) +
        line(
          `M56 206L${random.between(110, 150)} ${random.between(120, 160)}L${random.between(190, 230)} ${random.between(140, 180)}L312 66`,
          theme.accent,
          9,
        ) +
        circle(312, 66, 14, theme.accent) +
        circle(56, 206, 11, '#ffffff') +
        write(`Route ${random.whole(2, 38)}`, { x: 34, y: 290, size: 24, color: theme.ink }) +
        meter(34, 312, 300, random.between(0.3, 0.9), theme, 12) +
        button(34, 346, 160, 50, 'Accept', theme),
    )
  )
}
