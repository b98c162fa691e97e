import { line, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, badge, bar, meter, panel } from '../../panel.ts'

export function monitor(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const curve = (x: number, y: number, w: number, h: number, color: string) => {
    let value = random.between(0.3, 0.7)
    let outline = ''
    for (let step = 0; step <= 24; step++) {
      value = Math.min(0.95, Math.max(0.06, value + random.between(-0.16, 0.16)))
      outline += `${step ? 'L' : 'M'}${(x + (step / 24) * w).toFixed(0)} ${(y + h * (1 - value)).toFixed(0)}`
    }
    const fade = canvas.gradient([
      [0, color, 0.4],
      [1, color, 0],
    ])
    return path(`${outline}L${x + w} ${y + h}L${x} ${y + h}Z`, fade) + line(outline, color, 4)
  }
  const figures: readonly [IconName, string][] = [
    ['users', `${random.whole(12, 128)}`],
    ['cpu', `${random.whole(8, 74)}%`],
    ['server', `${random.whole(1, 9)}.${random.whole(0, 9)} G`],
    ['gauge', `${random.whole(12, 64)} ms`],
  ]
  return (
    backdrop(canvas, theme) +
    figures
      .map(
        ([name, figure], index) =>
          panel(canvas, theme, 60 + index * 296, 60, 272, 140, 18) +
          badge(name, 116 + index * 296, 130, 32, theme.raised, theme.accent) +
          write(figure, { x: 166 + index * 296, y: 132, size: 28, color: theme.ink }) +
          bar(166 + index * 296, 150, 90, 8, theme.muted),
      )
      .join('') +
    panel(canvas, theme, 60, 226, 864, 430) +
    repeat(6, (index) => rect(90, 290 + index * 62, 804, 1.4, theme.line)) +
    curve(90, 280, 804, 340, theme.accent) +
    curve(90, 330, 804, 290, mix(theme.lights[1], '#ffffff', 0.3)) +
    bar(92, 256, 150, 12, theme.ink) +
    panel(canvas, theme, 948, 226, 272, 430) +
    repeat(
      7,
      (index) =>
        bar(974, 262 + index * 54, random.between(70, 140), 9, theme.ink, 0.9) +
        meter(974, 282 + index * 54, 220, random.between(0.05, 0.9) ** 1.4, theme, 10),
    )
  )
}
