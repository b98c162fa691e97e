import { group, line, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { darker, mix } from '../../colors.ts'
import { clouds, ridge, sky } from '../../land.ts'

export function harbour(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const boxes = ['#a8503c', '#3f6f8f', '#c99a4a', '#5f7a55', '#8c8a85', '#6a4f7a']
  const far = hour.land[1]
  const crane = (x: number, size: number, color: string) =>
    group(
      `translate(${x} 520) scale(${size})`,
      line('M0 0L24 -210M70 0L46 -210M8 -70H62M16 -140H54', color, 9) +
        rect(18, -236, 36, 34, color, 3) +
        line('M-120 -232H210M36 -300L-110 -234M36 -300L200 -234M36 -300V-236', color, 7) +
        line(`M${random.between(120, 180)} -232v${random.between(60, 120)}`, color, 3),
    )
  const stacks = repeat(11, (column) =>
    repeat(random.whole(1, 4), (row) => {
      const color = mix(random.pick(boxes), hour.land[2], 0.3)
      const x = 20 + column * 116
      const y = 560 - row * 44
      return (
        rect(x, y, 110, 41, color, 2) +
        repeat(8, (index) => rect(x + 6 + index * 13, y + 5, 3, 31, darker(color, 0.25)))
      )
    }),
  )
  return eitherWay(
    canvas,
    sky(canvas, hour, 520) +
      clouds(canvas, hour, 330, 70, 10) +
      ridge(canvas, 470, 46, 80, hour.land[0]) +
      rect(0, 496, width, 240, mix(hour.sky[1], hour.land[2], 0.55)) +
      repeat(26, () =>
        rect(
          random.between(-40, width),
          random.between(502, 560),
          random.between(40, 180),
          2.5,
          hour.light,
          1,
          `opacity="${random.between(0.08, 0.35).toFixed(2)}"`,
        ),
      ) +
      [random.between(80, 240), random.between(480, 640), random.between(860, 1040)]
        .map((x, index) => crane(x, 1 + index * 0.16, far))
        .join('') +
      stacks +
      rect(0, 600, width, 120, hour.land[3]) +
      rect(0, 600, width, 6, mix(hour.light, hour.land[3], 0.6)) +
      repeat(9, (index) => rect(40 + index * 140, 650, 74, 6, '#d8b36a', 2, 'opacity=".55"')),
  )
}
