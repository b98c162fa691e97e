import { circle, ellipse, glow, line, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { cloths, darker, lighter } from '../../colors.ts'
import { place } from '../../garments.ts'
import { write } from '../../lettering.ts'
import { backdrop } from '../../panel.ts'

export function headwear(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const colors = random.shuffled(cloths)
  const kinds = random.shuffled([cap, beanie, hat, shades, mask, cap, beanie, hat])
  return (
    backdrop(canvas, theme) +
    repeat(
      2,
      (row) =>
        rect(60, 322 + row * 300, 1160, 18, darker(theme.line, 0.1), 4) +
        rect(60, 340 + row * 300, 1160, 10, '#000000', 0, 'opacity=".35"'),
    ) +
    repeat(8, (index) => {
      const x = 206 + (index % 4) * 290
      const y = 262 + Math.floor(index / 4) * 300
      const color = colors[index % colors.length] ?? '#7c8a72'
      return (
        glow(canvas, x, y - 40, 150, 130, theme.lights[0], 0.3) +
        glow(canvas, x, y + 60, 120, 14, '#000000', 0.7) +
        place(x, y, 142, (kinds[index] ?? cap)(color)) +
        rect(x - 44, y + 84, 88, 26, theme.panel, 6) +
        write(`$ ${random.whole(2, 48) * 5}`, { x, y: y + 104, size: 13, color: theme.ink, anchor: 'middle' })
      )
    })
  )
}

function cap(color: string): string {
  return (
    path('M-62 24C-66 -44 50 -52 58 10L60 24Z', color) +
    path('M40 14C74 12 104 22 112 34C90 42 60 36 36 28Z', darker(color, 0.3)) +
    line('M0 -36C-6 -10 -6 10 -4 24', darker(color, 0.25), 2.5) +
    circle(0, -38, 5, darker(color, 0.3)) +
    circle(16, -6, 12, lighter(color, 0.4), 'opacity=".8"')
  )
}

function beanie(color: string): string {
  return (
    path('M-58 20C-60 -60 60 -60 58 20Z', color) +
    rect(-64, 12, 128, 30, darker(color, 0.22), 10) +
    repeat(8, (index) => line(`M${-52 + index * 15} 16v22`, darker(color, 0.4), 3)) +
    circle(0, -46, 13, lighter(color, 0.25))
  )
}

function hat(color: string): string {
  return (
    ellipse(0, 28, 104, 22, darker(color, 0.15)) +
    path('M-54 26C-56 -36 -34 -48 -10 -38C4 -34 12 -46 30 -42C54 -34 54 4 54 26Z', color) +
    rect(-55, 8, 110, 16, darker(color, 0.5), 3)
  )
}

function shades(color: string): string {
  return (
    path('M-92 -14H-6L-14 22Q-48 44 -82 18Z', color) +
    path('M92 -14H6L14 22Q48 44 82 18Z', color) +
    line('M-8 -8Q0 -16 8 -8', darker(color, 0.2), 7) +
    line('M-78 -4L-50 20M22 -4L50 20', lighter(color, 0.5), 5, 'opacity=".5"')
  )
}

function mask(color: string): string {
  return (
    path('M-58 -30Q0 -52 58 -30L50 26Q0 66 -50 26Z', color) +
    line('M-50 -10Q0 -26 50 -10M-46 8Q0 -4 46 8', darker(color, 0.3), 3) +
    line('M-58 -26q-26 8 -22 34M58 -26q26 8 22 34', lighter(color, 0.3), 4)
  )
}
