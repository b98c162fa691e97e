import { circle, glow, group, rect, repeat, type Canvas } from '../../canvas.ts'
import { metals, grips, carbine, pistol } from '../../firearms.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, button, meter, panel } from '../../panel.ts'

export function loadout(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const metal = random.pick(metals)
  const grip = random.pick(grips)
  const isSmall = random.chance(0.4)
  return (
    backdrop(canvas, theme) +
    glow(canvas, 470, 320, 520, 260, theme.accent, 0.3) +
    glow(canvas, 470, 470, 400, 36, '#000000', 0.7) +
    (isSmall
      ? group('translate(490 330) scale(2.1)', pistol(canvas, metal, grip))
      : group(
          'translate(470 320) scale(1.14)',
          carbine(canvas, metal, grip, { scope: random.chance(0.7), long: true }),
        )) +
    [
      [330, 190],
      [620, 230],
      [560, 440],
      [240, 420],
    ]
      .map(
        ([x = 0, y = 0]) =>
          circle(x, y, 7, theme.accent) +
          circle(x, y, 15, 'none', `stroke="${theme.accent}" stroke-width="2" opacity=".6"`),
      )
      .join('') +
    repeat(5, (index) => {
      const x = 90 + index * 150
      const names = ['target', 'flashlight', 'box', 'zap', 'shield'] as const
      return (
        rect(x, 556, 132, 96, index === 1 ? theme.accent : theme.panel, 14) +
        icon(names[index] ?? 'box', x + 66, 604, 48, index === 1 ? theme.onAccent : theme.muted)
      )
    }) +
    panel(canvas, theme, 900, 90, 310, 560) +
    write(random.pick(['Mk 2', 'R-70', 'Vanta', 'Type 9', 'Kite 5']), {
      x: 930,
      y: 154,
      size: 30,
      color: theme.ink,
    }) +
    bar(930, 176, 120, 8, theme.muted) +
    repeat(
      5,
      (index) =>
        bar(930, 226 + index * 58, random.between(60, 110), 9, theme.muted) +
        meter(930, 246 + index * 58, 250, random.between(0.2, 0.98), theme, 12),
    ) +
    button(930, 566, 250, 54, 'Equip', theme)
  )
}
