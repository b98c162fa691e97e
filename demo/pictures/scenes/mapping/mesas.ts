import { line, path, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { darker, mix } from '../../colors.ts'
import { clouds, ridge, sky } from '../../land.ts'

export function mesas(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const bend = random.between(-160, 160)
  return eitherWay(
    canvas,
    sky(canvas, hour, 540, { x: random.between(300, 1000), y: random.between(360, 450) }) +
      clouds(canvas, hour, 300, 80, 9) +
      mesa(random.between(0, 120), random.between(300, 400), random.between(170, 250), 524, hour.land[0]) +
      mesa(
        random.between(860, 980),
        random.between(260, 340),
        random.between(130, 210),
        524,
        mix(hour.land[0], hour.land[1], 0.3),
      ) +
      ridge(canvas, 504, 28, 60, mix(hour.land[0], hour.land[1], 0.6)) +
      mesa(random.between(430, 620), random.between(200, 280), random.between(100, 160), 544, hour.land[1]) +
      ridge(canvas, 542, 20, 50, mix(hour.land[1], hour.land[2], 0.5)) +
      path('M0 604C300 560 700 620 1280 574V720H0Z', hour.land[2]) +
      path(
        `M520 720C600 660 ${640 + bend} 620 ${660 + bend} 584C${668 + bend} 572 ${690 + bend} 572 ${696 + bend} 582C${740 + bend} 620 800 660 900 720Z`,
        hour.land[3],
      ) +
      line(
        `M712 720C700 670 ${690 + bend} 620 ${678 + bend} 586`,
        mix(hour.light, '#ffffff', 0.2),
        4,
        'stroke-dasharray="20 16" opacity=".7"',
      ) +
      repeat(18, () => {
        const x = random.between(0, width)
        const y = random.between(612, 708)
        const size = random.between(0.7, 1.5)
        return line(
          `M${x} ${y}v${-34 * size}m0 ${14 * size}q${-14 * size} 0 ${-14 * size} ${-14 * size}m${14 * size} ${20 * size}q${13 * size} 0 ${13 * size} ${-16 * size}`,
          hour.land[3],
          6 * size,
        )
      }),
  )
}

function mesa(x: number, w: number, h: number, y: number, color: string): string {
  const face = path(
    `M${x} ${y}l${w * 0.12} ${-h * 0.55}l${w * 0.06} ${-h * 0.45}h${w * 0.58}l${w * 0.08} ${h * 0.4}l${w * 0.16} ${h * 0.6}z`,
    color,
  )
  const strata = repeat(3, (index) =>
    rect(
      x + w * (0.17 - index * 0.02),
      y - h * (0.86 - index * 0.16),
      w * (0.6 + index * 0.05),
      h * 0.035,
      darker(color, 0.22),
      0,
      'opacity=".6"',
    ),
  )
  return face + strata
}
