import { circle, frame, glow, height, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker, lighter } from '../../colors.ts'
import { icon } from '../../icons.ts'
import { write } from '../../lettering.ts'
import { panel } from '../../panel.ts'

export function keypad(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const door = random.pick(['#5a4330', '#3a3f45', '#4a2f2b', '#2f4038', '#433650'])
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '0', '>']
  const typed = random.whole(1, 4)
  return (
    rect(0, 0, width, height, darker(door, 0.5)) +
    rect(120, -20, 480, 760, door, 6) +
    repeat(
      2,
      (index) =>
        frame(176, 50 + index * 330, 368, 270, darker(door, 0.35), 6, 9) +
        rect(186, 60 + index * 330, 348, 250, lighter(door, 0.05), 4),
    ) +
    rect(96, -20, 26, 760, darker(door, 0.62)) +
    rect(598, -20, 26, 760, darker(door, 0.62)) +
    circle(552, 370, 20, '#c9b48a') +
    rect(532, 362, -40 + 60, 18, '#c9b48a', 8) +
    rect(472, 360, 82, 20, '#d8c498', 10) +
    circle(552, 440, 15, '#8f8266') +
    glow(canvas, 900, 330, 460, 460, theme.accent, 0.36) +
    panel(canvas, theme, 720, 60, 400, 600, 34) +
    rect(752, 92, 336, 92, '#060606', 16) +
    repeat(4, (index) =>
      index < typed
        ? circle(818 + index * 68, 138, 15, theme.accent)
        : circle(818 + index * 68, 138, 14, 'none', `stroke="${theme.line}" stroke-width="4"`),
    ) +
    repeat(12, (index) => {
      const x = 752 + (index % 3) * 114
      const y = 206 + Math.floor(index / 3) * 108
      const isGo = index === 11
      return (
        rect(x, y, 104, 98, isGo ? theme.accent : theme.raised, 18) +
        rect(x, y, 104, 46, '#ffffff', 18, 'opacity=".04"') +
        write(digits[index] ?? '', {
          x: x + 52,
          y: y + 63,
          size: 30,
          color: isGo ? theme.onAccent : theme.ink,
          anchor: 'middle',
        })
      )
    }) +
    icon(random.pick(['lock', 'key', 'shield']), 1194, 120, 74, theme.accent, { thickness: 1.6 })
  )
}
