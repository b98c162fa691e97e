import { circle, glow, group, height, line, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { darker } from '../../colors.ts'
import { write } from '../../lettering.ts'

export function paperTarget(canvas: Canvas): string {
  const { random } = canvas
  const wall = random.pick(['#2b2822', '#23282b', '#2b2428', '#25291f'])
  const ink = random.pick(['#1d1912', '#7a2c22', '#1f3a55', '#2f4a2c'])
  const sheet = (x: number, y: number, size: number, rings: number, holes: number) => {
    const spread = random.between(0.12, 0.3)
    return group(
      `translate(${x} ${y}) rotate(${random.between(-3, 3).toFixed(1)})`,
      rect(
        -size * 0.56,
        -size * 0.62,
        size * 1.12,
        size * 1.24,
        '#000',
        6,
        'opacity=".35" transform="translate(8 12)"',
      ) +
        rect(-size * 0.56, -size * 0.62, size * 1.12, size * 1.24, '#efe6d2', 6) +
        repeat(rings, (index) =>
          circle(
            0,
            0,
            size * 0.5 * (1 - index / rings),
            index >= rings - 4 ? ink : 'none',
            `stroke="${index >= rings - 4 ? '#efe6d2' : ink}" stroke-width="2"`,
          ),
        ) +
        circle(0, 0, size * 0.03, '#efe6d2') +
        repeat(4, (index) =>
          write(String(6 + index), {
            x: 0,
            y: -size * (0.4 - index * 0.075),
            size: size * 0.03,
            color: index > 1 ? '#efe6d2' : ink,
            anchor: 'middle',
          }),
        ) +
        repeat(holes, () => {
          const angle = random.between(0, Math.PI * 2)
          const far = Math.sqrt(random.next()) * size * spread
          const hx = Math.cos(angle) * far + size * 0.03
          const hy = Math.sin(angle) * far - size * 0.03
          return circle(hx, hy, size * 0.024, '#c9bb9d') + circle(hx, hy, size * 0.017, '#0c0a08')
        }),
    )
  }
  return (
    rect(0, 0, width, height, wall) +
    repeat(9, (index) => rect(index * 150, 0, 4, height, darker(wall, 0.25))) +
    glow(canvas, 640, 220, 720, 520, '#ffe2ae', 0.4) +
    rect(0, 0, width, 26, darker(wall, 0.5)) +
    rect(0, 620, width, 100, darker(wall, 0.45)) +
    line('M640 0V60M290 0V120M990 0V120', '#8f8776', 4) +
    sheet(290, 350, random.between(300, 340), 9, random.whole(4, 9)) +
    sheet(990, 350, random.between(300, 340), 9, random.whole(4, 9)) +
    sheet(640, 350, 470, 10, random.whole(7, 14))
  )
}
