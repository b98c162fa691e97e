import { ellipse, glow, height, path, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { carFromSide } from '../../cars.ts'
import { darker, lighter, paints } from '../../colors.ts'

const rims = ['#cdb98f', '#d9dde2', '#8b9098', '#3a3a3d', '#c9743a'] as const

export function studio(canvas: Canvas): string {
  const { random, gradient } = canvas
  const paint = random.pick(paints)
  const wall = random.pick(['#221d17', '#1b2026', '#211a22', '#1a211e', '#25221f'])
  const lamp = random.pick(['#fff0cd', '#dfeaff', '#ffe0d0'])
  const beam = gradient([
    [0, lamp, 0.42],
    [1, lamp, 0],
  ])
  const floor = gradient([
    [0, lighter(wall, 0.06)],
    [1, '#080706'],
  ])
  const under = random.pick(['#ff9b3d', '#4fa3ff', '#b06bff', '#42d6a0', paint])
  const lamps = random.whole(6, 9)
  const step = width / lamps
  return eitherWay(
    canvas,
    rect(0, 0, width, height, darker(wall, 0.2)) +
      rect(0, 0, width, 470, wall) +
      repeat(
        7,
        (index) =>
          rect(index * 190 - 20, 120, 160, 350, darker(wall, 0.2), 4) +
          rect(index * 190 - 20, 120, 160, 6, lighter(wall, 0.12), 2),
      ) +
      repeat(lamps, (index) => {
        const x = index * step + step * 0.2
        return (
          path(`M${x} 40h${step * 0.6}l10 14h${-step * 0.6 - 20}z`, lamp, 'opacity=".92"') +
          path(`M${x - 10} 54h${step * 0.6 + 20}l60 250h${-step * 0.6 - 140}z`, beam, 'opacity=".55"')
        )
      }) +
      rect(0, 466, width, 260, floor) +
      glow(canvas, 648, 604, 640, 90, under, 0.75) +
      ellipse(648, 594, 480, 20, '#000', 'opacity=".75"') +
      carFromSide(canvas, paint, {
        rim: random.pick(rims),
        ...(random.chance(0.35) && { stripe: random.pick(['#efe6d2', '#14110d', '#d9573f']) }),
      }) +
      path('M1096 466L1290 416V640Z', '#fff0c8', 'opacity=".13"'),
  )
}
