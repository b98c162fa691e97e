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
import { carFromAbove } from '../../cars.ts'
import { paints } from '../../colors.ts'
import { write } from '../../lettering.ts'

export function liveries(canvas: Canvas): string {
  const { random } = canvas
  const floor = random.pick(['#23262a', '#2a2622', '#1f2724', '#272330'])
  const design = (kind: number, first: string, second: string) =>
    [
      () => rect(-34, -220, 24, 440, first) + rect(10, -220, 24, 440, first),
      () =>
        polygon(
          [
            [-90, 40],
            [90, -60],
            [90, 220],
            [-90, 220],
          ],
          first,
        ) +
        polygon(
          [
            [-90, 20],
            [90, -80],
            [90, -66],
            [-90, 34],
          ],
          second,
        ),
      () =>
        repeat(40, (index) =>
          rect(
            -84 + (index % 5) * 34 + (Math.floor(index / 5) % 2) * 17,
            10 + Math.floor(index / 5) * 26,
            17,
            26,
            first,
          ),
        ),
      () =>
        circle(0, 34, 52, '#f4efe4') +
        write(String(random.whole(3, 98)), {
          x: 0,
          y: 54,
          size: 40,
          color: '#17140f',
          anchor: 'middle',
          weight: 1.1,
        }) +
        rect(-90, -170, 180, 20, first),
      () =>
        path(
          'M-90 -120C-20 -100 40 -20 90 -40V40C30 60 -30 -20 -90 -30ZM-90 120C-10 90 30 170 90 150V200H-90Z',
          first,
        ),
    ][kind % 5]?.() ?? ''
  const kinds = random.shuffled([0, 1, 2, 3, 4])
  const colors = random.shuffled(paints)
  return (
    rect(0, 0, width, height, floor) +
    glow(canvas, 640, 300, 820, 560, '#ffe8c0', 0.16) +
    repeat(
      5,
      (index) =>
        line(`M${60 + index * 290} 40V700`, '#e6ddc8', 7, 'opacity=".4"') +
        write(`P${random.whole(1, 9)}`, {
          x: 205 + index * 290,
          y: 700,
          size: 26,
          color: '#e6ddc8',
          anchor: 'middle',
          opacity: 0.35,
        }),
    ) +
    repeat(4, (index) => {
      const paint = colors[index] ?? '#c7923f'
      return group(
        `translate(${205 + index * 290} ${random.between(330, 372)}) rotate(${random.between(-3, 3).toFixed(1)}) scale(1.2 1.34)`,
        carFromAbove(
          canvas,
          paint,
          design(
            kinds[index] ?? 0,
            random.pick(['#f4efe4', '#17140f', '#d9573f', '#e0b13f', '#4fa3c7']),
            '#17140f',
          ),
        ),
      )
    })
  )
}
