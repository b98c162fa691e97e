import { circle, glow, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { wheel } from '../../cars.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, meter, panel } from '../../panel.ts'

const rims = ['#cdb98f', '#d9dde2', '#8b9098', '#3a3a3d', '#c9743a'] as const

export function rimShop(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const shown = random.pick(rims)
  const spokes = random.pick([5, 6, 7, 9, 11])
  return (
    backdrop(canvas, theme) +
    glow(canvas, 430, 372, 430, 430, theme.accent, 0.36) +
    glow(canvas, 430, 668, 320, 40, '#000000', 0.8) +
    circle(430, 366, 300, '#0b0a09') +
    circle(430, 366, 292, 'none', 'stroke="#1d1b18" stroke-width="10" stroke-dasharray="22 12"') +
    circle(430, 366, 196, '#3a3835') +
    circle(430, 366, 130, '#57544f') +
    path('M560 250a176 176 0 0 1 30 190l-44 -22a126 126 0 0 0 -20 -134z', '#d9573f') +
    wheel(430, 366, 300, shown, spokes) +
    circle(430, 366, 24, theme.accent) +
    repeat(5, (index) => {
      const radians = (index / 5) * Math.PI * 2
      return circle(430 + Math.cos(radians) * 62, 366 + Math.sin(radians) * 62, 9, '#14120f')
    }) +
    panel(canvas, theme, 800, 100, 420, 520) +
    write(random.pick(['Wheels', 'Rims', 'Garage']), { x: 834, y: 164, size: 28, color: theme.ink }) +
    repeat(6, (index) => {
      const x = 834 + (index % 3) * 122
      const y = 196 + Math.floor(index / 3) * 122
      return (
        rect(
          x,
          y,
          108,
          108,
          index === 0 ? theme.accent : theme.raised,
          14,
          index === 0 ? '' : 'opacity=".9"',
        ) +
        wheel(x + 54, y + 54, 44, rims[index % rims.length] ?? shown, [spokes, 5, 7, 10, 6, 8][index] ?? 5)
      )
    }) +
    repeat(
      3,
      (index) =>
        bar(834, 462 + index * 46, 80, 9, theme.muted) +
        meter(940, 460 + index * 46, 244, random.between(0.25, 0.95), theme, 13),
    )
  )
}
