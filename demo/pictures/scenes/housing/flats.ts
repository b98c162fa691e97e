import { circle, glow, height, path, polygon, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker, lighter, mix } from '../../colors.ts'
import { icon } from '../../icons.ts'

export function flats(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const wall = mix(random.pick(['#8a5f4a', '#6f7884', '#9a8a72', '#5f6f62', '#7a6578']), hour.land[1], 0.3)
  const lights = ['#ffdf9e', '#ffcf86', '#cfe2ff', '#ffe9c4']
  const dim = mix('#2a2f36', hour.land[2], 0.4)
  const columns = 9
  return (
    rect(0, 0, width, height, wall) +
    repeat(36, (index) => rect(0, index * 20, width, 1.6, darker(wall, 0.16))) +
    repeat(columns * 4, (index) => {
      const x = 34 + (index % columns) * 137
      const y = 24 + Math.floor(index / columns) * 172
      const isLit = random.chance(0.45)
      const color = isLit ? random.pick(lights) : dim
      const kind = random.whole(0, 5)
      const inside = isLit
        ? [
            '',
            icon('lamp', x + 30, y + 84, 40, darker(color, 0.55), {
              fill: darker(color, 0.45),
              thickness: 1.4,
            }),
            circle(x + 62, y + 66, 13, darker(color, 0.6)) +
              path(`M${x + 36} ${y + 122}q4 -42 26 -42q22 0 26 42z`, darker(color, 0.6)),
            icon('leaf', x + 66, y + 94, 46, darker(color, 0.5), {
              fill: darker(color, 0.4),
              thickness: 1.2,
            }),
            rect(x, y, 30, 122, darker(color, 0.22)) + rect(x + 66, y, 30, 122, darker(color, 0.22)),
            icon('tv', x + 48, y + 80, 56, darker(color, 0.55), { thickness: 1.5 }),
          ][kind]
        : polygon(
            [
              [x, y],
              [x + 44, y],
              [x + 10, y + 122],
              [x, y + 122],
            ],
            '#ffffff',
            'opacity=".07"',
          )
      return (
        (isLit ? glow(canvas, x + 48, y + 61, 120, 120, color, 0.34) : '') +
        rect(x - 7, y - 7, 110, 136, darker(wall, 0.35), 4) +
        rect(x, y, 96, 122, color) +
        (inside ?? '') +
        rect(x + 45, y, 6, 122, darker(wall, 0.45)) +
        rect(x - 12, y + 122, 120, 12, lighter(wall, 0.12), 2) +
        (random.chance(0.22)
          ? repeat(9, (bars) => rect(x - 10 + bars * 13, y + 84, 4, 40, '#1b1a19')) +
            rect(x - 12, y + 80, 120, 6, '#1b1a19')
          : '')
      )
    }) +
    glow(canvas, random.between(200, 1080), random.between(60, 240), 640, 460, hour.light, 0.2) +
    rect(
      0,
      0,
      width,
      height,
      hour.isNight ? '#0a1020' : '#000000',
      0,
      `opacity="${hour.isNight ? 0.28 : 0.06}"`,
    )
  )
}
