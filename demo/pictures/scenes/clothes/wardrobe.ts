import { frame, glow, rect, repeat, type Canvas } from '../../canvas.ts'
import { cloths, mix } from '../../colors.ts'
import { shirt, place } from '../../garments.ts'
import { backdrop, bar } from '../../panel.ts'

export function wardrobe(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const colors = random.shuffled(cloths)
  const chosen = random.whole(0, 14)
  return (
    backdrop(canvas, theme) +
    repeat(15, (index) => {
      const x = 66 + (index % 5) * 232
      const y = 54 + Math.floor(index / 5) * 212
      const color = colors[index % colors.length] ?? '#d9c7a0'
      return (
        rect(x, y, 216, 196, theme.panel, 16, 'opacity=".82"') +
        frame(
          x + 1,
          y + 1,
          214,
          194,
          index === chosen ? theme.accent : theme.line,
          16,
          index === chosen ? 5 : 1.5,
        ) +
        glow(canvas, x + 108, y + 150, 90, 20, '#000000', 0.5) +
        place(
          x + 108,
          y + 86,
          132,
          shirt(color, mix(color, random.pick(['#ffffff', '#14110d', '#d9573f']), 0.65), random.whole(0, 5)),
        ) +
        bar(x + 20, y + 170, random.between(80, 140), 8, theme.muted)
      )
    })
  )
}
