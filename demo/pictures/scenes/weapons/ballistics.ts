import { circle, group, line, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, meter, panel } from '../../panel.ts'

export function ballistics(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const curves = ['#ef5b4c', theme.accent, '#5fb36a', '#5b9df0'].map((color, index) => {
    const drop = random.between(60, 130) + index * 62
    return (
      line(`M140 180C400 ${170 - index * 4} 620 ${200 + drop * 0.3} 830 ${190 + drop}`, color, 6) +
      circle(830, 190 + drop, 9, color)
    )
  })
  return (
    backdrop(canvas, theme) +
    panel(canvas, theme, 70, 80, 820, 560) +
    repeat(9, (index) => rect(140 + index * 86, 130, 1.6, 400, theme.line)) +
    repeat(6, (index) => rect(140, 130 + index * 80, 690, 1.6, theme.line)) +
    curves.join('') +
    repeat(5, (index) =>
      write(String((index + 1) * 100), {
        x: 226 + index * 150,
        y: 566,
        size: 14,
        color: theme.muted,
        anchor: 'middle',
      }),
    ) +
    write(random.pick(['Drop', 'Damage', 'Recoil']), { x: 112, y: 120, size: 18, color: theme.ink }) +
    repeat(4, (index) => {
      const color = ['#ef5b4c', theme.accent, '#5fb36a', '#5b9df0'][index] ?? theme.accent
      const x = 940
      const y = 92 + index * 138
      return (
        panel(canvas, theme, x, y, 270, 122, 16) +
        group(
          `translate(${x + 56} ${y + 62}) rotate(-90)`,
          path('M-44 -13H10C30 -13 44 -6 50 0C44 6 30 13 10 13H-44Z', mix('#c9973f', color, 0.25)) +
            rect(-48, -15, 8, 30, '#8a6526', 2) +
            path('M10 -13C30 -13 44 -6 50 0C44 6 30 13 10 13Z', color),
        ) +
        bar(x + 104, y + 28, 110, 11, theme.ink) +
        meter(x + 104, y + 58, 136, random.between(0.2, 0.95), theme, 9) +
        meter(x + 104, y + 82, 136, random.between(0.2, 0.95), theme, 9)
      )
    })
  )
}
