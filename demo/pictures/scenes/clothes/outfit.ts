import { circle, frame, glow, group, line, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { cloths, darker, lighter } from '../../colors.ts'
import { jacket, trousers, place } from '../../garments.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { backdrop, bar, button, meter, panel } from '../../panel.ts'

export function outfit(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const colors = random.shuffled(cloths)
  const [top = '#a4533d', bottom = '#33475c', shoes = '#2f2c29', cap = '#c9973f'] = colors
  const skin = random.pick(['#e0b08c', '#b98460', '#8a5a3e', '#6a4430'])
  const figure =
    glow(canvas, 0, 330, 190, 34, '#000000', 0.75) +
    circle(-116, 50, 17, skin) +
    circle(116, 50, 17, skin) +
    rect(-36, -250, 72, 84, skin, 30) +
    rect(-20, -190, 40, 60, darker(skin, 0.15), 10) +
    path('M-42 -214C-44 -268 44 -268 42 -214L64 -206C70 -200 60 -196 42 -198H-42Z', cap) +
    place(
      0,
      -40,
      240,
      random.chance(0.5)
        ? jacket(top, darker(top, 0.5))
        : path('M24 -40L46 -26L56 30L42 34L34 -4V50H-34V-4L-42 34L-56 30L-46 -26L-24 -40Z', top) +
            rect(-20, 20, 40, 18, darker(top, 0.2), 6) +
            line('M-8 -38V-18M8 -38V-18', lighter(top, 0.5), 2.4),
    ) +
    place(0, 190, 230, trousers(bottom)) +
    path('M-92 318q2 -22 30 -24h40v36h-76z', shoes) +
    path('M92 318q-2 -22 -30 -24h-40v36h76z', shoes)
  const tabs = (['shirt', 'glasses', 'shopping-bag', 'crown', 'scissors'] as const)
    .map(
      (name, index) =>
        rect(64, 110 + index * 104, 84, 84, index === 0 ? theme.accent : theme.panel, 18) +
        icon(name, 106, 152 + index * 104, 42, index === 0 ? theme.onAccent : theme.muted),
    )
    .join('')
  return (
    backdrop(canvas, theme) +
    glow(canvas, 520, 360, 330, 380, theme.lights[0], 0.5) +
    tabs +
    group(`translate(500 376)`, figure) +
    panel(canvas, theme, 780, 90, 430, 540) +
    write(random.pick(['Jackets', 'Layers', 'Tops', 'Uniform']), {
      x: 814,
      y: 152,
      size: 26,
      color: theme.ink,
    }) +
    repeat(6, (index) => {
      const x = 814 + (index % 3) * 126
      const y = 190 + Math.floor(index / 3) * 126
      const color = colors[index % colors.length] ?? '#57483a'
      return (
        rect(x, y, 112, 112, theme.raised, 14) +
        frame(x + 1, y + 1, 110, 110, index === 0 ? theme.accent : theme.line, 14, index === 0 ? 4 : 1.5) +
        place(x + 56, y + 56, 84, jacket(color, darker(color, 0.5)))
      )
    }) +
    repeat(
      2,
      (index) =>
        bar(814, 466 + index * 48, 90, 9, theme.muted) +
        meter(930, 464 + index * 48, 240, random.between(0.2, 0.9), theme, 13),
    ) +
    button(814, 554, 362, 50, 'Wear outfit', theme)
  )
}
