import { arc, circle, group, line, polygon, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { metals, grips, pistol } from '../../firearms.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, meter, panel } from '../../panel.ts'

export function recoil(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const shots = random.whole(16, 28)
  let x = 430
  let y = 570
  const points = Array.from({ length: shots }, (_, index) => {
    const point = { x, y }
    x += random.between(-34, 34) + (index > shots / 2 ? 12 : 0)
    y -= (430 / shots) * random.between(0.7, 1.25)
    return point
  })
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 80, 60, 700, 600) +
    repeat(5, (index) =>
      circle(430, 570, 90 + index * 100, 'none', `stroke="${theme.line}" stroke-width="1.6"`),
    ) +
    line('M430 90V640M110 570H750', theme.line, 2) +
    line(
      points
        .map((point, index) => `${index ? 'L' : 'M'}${point.x.toFixed(0)} ${point.y.toFixed(0)}`)
        .join(''),
      theme.accent,
      3,
      'opacity=".5"',
    ) +
    points
      .map(
        (point, index) =>
          circle(point.x, point.y, 11, mix(theme.accent, '#ef5b4c', index / shots)) +
          circle(point.x, point.y, 4, theme.panel),
      )
      .join('') +
    panel(canvas, theme, 830, 60, 380, 280) +
    group('translate(1010 200) scale(1.1)', pistol(canvas, random.pick(metals), random.pick(grips))) +
    panel(canvas, theme, 830, 370, 380, 290) +
    repeat(3, (index) => {
      const cx = 912 + index * 108
      return (
        line(arc(cx, 470, 40, 135, 405), theme.line, 10) +
        line(arc(cx, 470, 40, 135, 135 + 270 * random.between(0.25, 0.95)), theme.accent, 10) +
        write(String(random.whole(8, 98)), { x: cx, y: 480, size: 20, color: theme.ink, anchor: 'middle' })
      )
    }) +
    repeat(
      2,
      (index) =>
        bar(866, 560 + index * 40, 100, 9, theme.muted) +
        meter(990, 558 + index * 40, 180, random.between(0.2, 0.9), theme, 12),
    ) +
    polygon(
      [
        [430, 584],
        [438, 600],
        [422, 600],
      ],
      theme.ink,
    )
  )
}
