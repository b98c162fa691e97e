import { circle, frame, rect, repeat, type Canvas } from '../../canvas.ts'
import { cloths, darker, lighter, mix } from '../../colors.ts'
import { icon, type IconName } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, button, meter, panel } from '../../panel.ts'

export function furniture(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const pieces = random.shuffled<IconName>([
    'sofa',
    'armchair',
    'lamp',
    'bed-double',
    'bath',
    'refrigerator',
    'tv',
    'trees',
    'coffee',
    'door-closed',
    'utensils',
    'gamepad-2',
  ])
  const chosen = random.whole(0, 5)
  return (
    backdrop(canvas, theme) +
    write(random.pick(['Furniture', 'Decorate', 'Showroom']), { x: 76, y: 116, size: 32, color: theme.ink }) +
    repeat(8, (index) => {
      const x = 70 + (index % 4) * 206
      const y = 156 + Math.floor(index / 4) * 256
      const tint = random.pick(cloths)
      return (
        rect(x, y, 190, 238, theme.panel, 18, 'opacity=".92"') +
        frame(
          x + 1,
          y + 1,
          188,
          236,
          index === chosen ? theme.accent : theme.line,
          18,
          index === chosen ? 5 : 1.5,
        ) +
        circle(x + 95, y + 92, 72, mix(theme.raised, tint, 0.3)) +
        icon(pieces[index] ?? 'sofa', x + 95, y + 92, 92, lighter(tint, 0.3), {
          thickness: 1.3,
          fill: darker(tint, 0.35),
        }) +
        bar(x + 24, y + 184, random.between(70, 130), 10, theme.ink) +
        write(`$ ${random.whole(4, 99) * 10}`, { x: x + 24, y: y + 220, size: 16, color: theme.accent })
      )
    }) +
    panel(canvas, theme, 916, 156, 300, 494) +
    icon(pieces[chosen] ?? 'sofa', 1066, 280, 170, theme.accent, { thickness: 1.1, fill: theme.raised }) +
    repeat(
      3,
      (index) =>
        bar(950, 410 + index * 48, 70, 9, theme.muted) +
        meter(1040, 408 + index * 48, 140, random.between(0.2, 0.95), theme, 12),
    ) +
    button(950, 572, 232, 52, 'Place', theme)
  )
}
