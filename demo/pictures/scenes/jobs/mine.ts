import {
  circle,
  glow,
  group,
  height,
  line,
  path,
  polygon,
  rect,
  repeat,
  width,
  type Canvas,
} from '../../canvas.ts'
import { darker, lighter } from '../../colors.ts'

export function mine(canvas: Canvas): string {
  const { random } = canvas
  const rock = random.pick(['#3a322b', '#2f3338', '#38302f', '#2f352f'])
  const ore = random.pick(['#e0b13f', '#5fc7d6', '#b06bff', '#ef7f5c', '#5fd98a'])
  const cave = (inset: number, color: string) => {
    const corners = Array.from({ length: 15 }, (_, index) => {
      const angle = Math.PI + (index / 14) * Math.PI
      const wobble = random.between(0.92, 1.08)
      return [
        640 + Math.cos(angle) * (620 - inset) * wobble,
        640 + Math.sin(angle) * (580 - inset) * wobble,
      ] as const
    })
    return polygon([...corners, [640 + 620 - inset, 720], [640 - 620 + inset, 720]], color)
  }
  const vein = () => {
    const angle = random.between(-0.95, 0.95)
    const isLeft = random.chance(0.5)
    const x = isLeft ? random.between(60, 300) : random.between(980, 1220)
    const y = random.between(180, 560)
    return group(
      `translate(${x} ${y}) rotate(${(angle * 57).toFixed(0)})`,
      glow(canvas, 0, 0, 74, 64, ore, 0.5) +
        polygon(
          [
            [-22, 12],
            [-10, -24],
            [8, -8],
            [22, -20],
            [26, 14],
            [2, 24],
          ],
          ore,
        ) +
        polygon(
          [
            [-10, -24],
            [8, -8],
            [2, 24],
            [-4, 4],
          ],
          lighter(ore, 0.4),
        ),
    )
  }
  const cart = (x: number) =>
    glow(canvas, x, 664, 190, 24, '#000000', 0.8) +
    repeat(9, (index) =>
      polygon(
        [
          [x - 120 + index * 27, 520],
          [x - 106 + index * 27, 486 - (index % 3) * 12],
          [x - 88 + index * 27, 500],
          [x - 84 + index * 27, 524],
        ],
        index % 2 ? ore : lighter(rock, 0.25),
      ),
    ) +
    path(`M${x - 150} 512H${x + 150}L${x + 116} 626H${x - 116}Z`, '#4a4640') +
    path(`M${x - 156} 504H${x + 156}V524H${x - 156}Z`, '#6a655c') +
    repeat(5, (index) => circle(x - 100 + index * 50, 570, 6, '#8b8577')) +
    [x - 70, x + 70].map((wx) => circle(wx, 638, 28, '#1a1816') + circle(wx, 638, 12, '#6a655c')).join('')
  return (
    rect(0, 0, width, height, darker(rock, 0.55)) +
    cave(0, darker(rock, 0.3)) +
    cave(150, darker(rock, 0.5)) +
    cave(300, darker(rock, 0.7)) +
    glow(canvas, 640, 400, 420, 330, '#ffbf6b', 0.7) +
    repeat(3, (index) => {
      const w = 900 - index * 240
      const top = 120 + index * 90
      return (
        rect(640 - w / 2, top, 34 - index * 7, 600, '#5a4330') +
        rect(640 + w / 2 - 34 + index * 7, top, 34 - index * 7, 600, '#4a3626') +
        rect(640 - w / 2 - 20, top - 30 + index * 6, w + 40, 36 - index * 8, '#664c36', 4)
      )
    }) +
    path('M560 450H720L1000 720H280Z', darker(rock, 0.45)) +
    repeat(7, (index) =>
      rect(540 - index * 42, 470 + index * 38, 200 + index * 84, 9 + index * 2, '#4a3626', 2),
    ) +
    line('M590 452L390 720M690 452L890 720', '#9aa0a8', 8) +
    repeat(7, vein) +
    cart(random.between(600, 680)) +
    circle(640, 128, 16, '#fff2c9') +
    glow(canvas, 640, 130, 190, 170, '#ffd78f', 0.9)
  )
}
