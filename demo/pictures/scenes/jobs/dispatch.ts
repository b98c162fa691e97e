import { circle, glow, group, line, rect, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, panel } from '../../panel.ts'

export function dispatch(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const alarm = random.pick(['#ef5b4c', '#f0b64c', '#5b9df0'])
  const spot = { x: random.between(820, 1000), y: random.between(320, 430) }
  const units = [
    [700, 500],
    [1040, 250],
    [1100, 560],
    [660, 260],
  ] as const
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 40, 44, 1200, 632) +
    rect(40, 44, 1200, 84, theme.raised, 18) +
    icon('siren', 92, 86, 40, alarm, { thickness: 2 }) +
    write(random.pick(['Dispatch', 'Control room', 'Emergency']), {
      x: 132,
      y: 98,
      size: 24,
      color: theme.ink,
    }) +
    [`${random.whole(4, 24)} units`, `${random.whole(1, 9)} calls`]
      .map(
        (text, index) =>
          rect(930 + index * 150, 66, 134, 40, theme.panel, 20) +
          write(text, { x: 997 + index * 150, y: 93, size: 15, color: theme.ink, anchor: 'middle' }),
      )
      .join('') +
    repeat(6, (index) => {
      const y = 152 + index * 84
      const color = ['#ef5b4c', '#f0b64c', '#5b9df0', '#5fb36a'][random.whole(0, 3)] ?? '#5b9df0'
      return (
        rect(66, y, 470, 70, index === 1 ? mix(theme.raised, theme.accent, 0.3) : theme.raised, 12) +
        rect(66, y, 7, 70, color, 3) +
        bar(96, y + 18, random.between(130, 260), 13, theme.ink, 0.92) +
        bar(96, y + 44, random.between(180, 320), 9, theme.muted, 0.8) +
        rect(462, y + 22, 56, 26, theme.panel, 13)
      )
    }) +
    canvas.inside(
      rect(566, 150, 650, 502, '#fff', 14),
      rect(566, 150, 650, 502, mix(theme.panel, theme.lights[0], 0.16)) +
        group(
          `rotate(${random.between(-14, 14).toFixed(1)} 900 400)`,
          repeat(13, (index) =>
            line(
              `M${480 + index * 80} 40V780M440 ${70 + index * 62}H1340`,
              mix(theme.line, theme.accent, 0.12),
              index % 3 ? 6 : 14,
            ),
          ),
        ) +
        glow(canvas, spot.x, spot.y, 150, 150, alarm, 0.9) +
        circle(spot.x, spot.y, 16, alarm) +
        line(
          `M700 500L${(700 + spot.x) / 2} ${spot.y + 60}L${spot.x} ${spot.y}`,
          theme.accent,
          6,
          'stroke-dasharray="14 12"',
        ) +
        units
          .map(
            ([x, y]) =>
              circle(x, y, 24, mix(theme.accent, '#0a1018', 0.55)) +
              icon('car-front', x, y, 26, '#ffffff', { thickness: 2 }),
          )
          .join(''),
    )
  )
}
