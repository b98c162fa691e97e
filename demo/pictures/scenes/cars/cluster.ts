import { arc, circle, glow, group, line, path, polygon, rect, repeat, type Canvas } from '../../canvas.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, meter } from '../../panel.ts'

export function cluster(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const dial = (
    x: number,
    y: number,
    radius: number,
    figures: number,
    step: number,
    share: number,
    unit: string,
  ) => {
    const sweep = 270
    const angle = (index: number) => 135 + (index / figures) * sweep
    const marks = repeat(figures * 5 + 1, (index) => {
      const isLong = index % 5 === 0
      return group(
        `rotate(${angle(index / 5)} ${x} ${y})`,
        rect(
          x + radius * (isLong ? 0.82 : 0.87),
          y - 2,
          radius * (isLong ? 0.12 : 0.06),
          isLong ? 5 : 3,
          index / 5 > figures * 0.8 ? '#ef5b4c' : theme.ink,
          2,
        ),
      )
    })
    const labels = repeat(figures + 1, (index) => {
      const radians = (angle(index) * Math.PI) / 180
      return write(String(index * step), {
        x: x + Math.cos(radians) * radius * 0.67,
        y: y + Math.sin(radians) * radius * 0.67 + 9,
        size: radius * 0.085,
        color: theme.ink,
        anchor: 'middle',
      })
    })
    return (
      glow(canvas, x, y, radius * 1.4, radius * 1.4, theme.accent, 0.28) +
      circle(x, y, radius * 1.06, '#060606') +
      circle(x, y, radius, theme.panel) +
      circle(x, y, radius * 1.03, 'none', `stroke="${theme.line}" stroke-width="6"`) +
      line(arc(x, y, radius * 0.95, 135, 135 + sweep * share), theme.accent, 7) +
      marks +
      labels +
      group(
        `rotate(${135 + sweep * share} ${x} ${y})`,
        polygon(
          [
            [x - radius * 0.12, y - 7],
            [x + radius * 0.84, y - 1.5],
            [x + radius * 0.84, y + 1.5],
            [x - radius * 0.12, y + 7],
          ],
          '#ff5d4a',
        ),
      ) +
      circle(x, y, radius * 0.11, '#17140f') +
      circle(x, y, radius * 0.11, 'none', `stroke="${theme.line}" stroke-width="3"`) +
      write(unit, { x, y: y + radius * 0.42, size: radius * 0.07, color: theme.muted, anchor: 'middle' }) +
      write(String(Math.round(figures * step * share)), {
        x,
        y: y + radius * 0.64,
        size: radius * 0.15,
        color: theme.ink,
        anchor: 'middle',
      })
    )
  }
  const lights = (['fuel', 'zap', 'battery-charging', 'snowflake', 'lock', 'wifi'] as const)
    .map((name, index) =>
      icon(name, 490 + index * 60, 640, 30, random.chance(0.4) ? theme.accent : theme.line, {
        thickness: 2.2,
      }),
    )
    .join('')
  return (
    backdrop(canvas, theme) +
    path('M40 720C20 300 200 60 640 60S1260 300 1240 720Z', '#0a0a0a', 'opacity=".78"') +
    dial(350, 370, 230, 8, random.pick([1, 10]), random.between(0.3, 0.85), 'x1000 rpm') +
    dial(930, 370, 230, 12, 20, random.between(0.2, 0.8), 'km/h') +
    rect(566, 210, 148, 250, theme.raised, 18, 'opacity=".9"') +
    write(random.pick(['D4', 'S3', 'N', 'D6', 'M2']), {
      x: 640,
      y: 320,
      size: 62,
      color: theme.ink,
      anchor: 'middle',
      weight: 0.9,
    }) +
    meter(590, 356, 100, random.between(0.3, 0.95), theme, 10) +
    bar(596, 390, 88, 8, theme.muted) +
    bar(606, 412, 68, 8, theme.muted) +
    lights
  )
}
