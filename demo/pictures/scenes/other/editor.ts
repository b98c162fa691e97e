import { line, rect, repeat, type Canvas } from '../../canvas.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, panel, windowBar } from '../../panel.ts'

export function editor(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const inks = [theme.ink, theme.accent, '#8fb0a0', '#c98b6a', '#7f97b5', theme.muted]
  let depth = 0
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 44, 56, 840, 608) +
    windowBar(44, 56, 840, theme.raised) +
    bar(200, 76, 130, 11, theme.muted) +
    rect(46, 108, 66, 554, theme.raised, 0, 'opacity=".5"') +
    repeat(17, (index) => {
      const y = 134 + index * 30
      depth = Math.max(0, Math.min(4, depth + random.whole(-1, 1)))
      let x = 138 + depth * 36
      let words = write(String(index + 1), { x: 98, y: y + 12, size: 12, color: theme.muted, anchor: 'end' })
      const isChosen = index === 6
      if (isChosen) words += rect(112, y - 8, 770, 29, theme.accent, 0, 'opacity=".12"')
      for (let count = random.whole(1, 5); count > 0 && x < 740; count--) {
        const w = random.between(30, 130)
        words += bar(x, y, w, 12, random.pick(inks), 0.92)
        x += w + 14
      }
      return words
    }) +
    panel(canvas, theme, 916, 56, 320, 286) +
    write(`0.0${random.whole(0, 9)} ms`, { x: 946, y: 120, size: 26, color: theme.ink }) +
    bar(946, 138, 110, 8, theme.muted) +
    line(
      `M946 300L${random.between(985, 1000)} ${random.between(220, 270)}L${random.between(1040, 1060)} ${random.between(240, 280)}L${random.between(1100, 1120)} ${random.between(170, 220)}L1206 ${random.between(160, 230)}`,
      theme.accent,
      6,
    ) +
    panel(canvas, theme, 916, 370, 320, 294) +
    (['package', 'database', 'terminal', 'file-code', 'plug'] as const)
      .map(
        (name, index) =>
          rect(944, 398 + index * 52, 36, 36, theme.raised, 9) +
          icon(name, 962, 416 + index * 52, 20, theme.accent, { thickness: 2 }) +
          bar(998, 404 + index * 52, random.between(90, 190), 10, theme.ink, 0.9) +
          bar(998, 422 + index * 52, random.between(60, 120), 7, theme.muted),
      )
      .join('')
  )
}
