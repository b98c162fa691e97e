import { glow, group, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { carFromSide } from '../../cars.ts'
import { darker, mix, paints } from '../../colors.ts'
import { clouds, fir, hills, ridge, sky, skyline } from '../../land.ts'

const rims = ['#cdb98f', '#d9dde2', '#8b9098', '#3a3a3d', '#c9743a'] as const

export function openRoad(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const paint = mix(random.pick(paints), hour.land[3], 0.12)
  const back = random.whole(0, 2)
  const land =
    back === 0
      ? ridge(canvas, 400, 110, 90, hour.land[0]) + ridge(canvas, 452, 60, 60, hour.land[1])
      : back === 1
        ? skyline(canvas, {
            base: 500,
            low: 80,
            high: 280,
            color: hour.land[0],
            lit: hour.isNight ? 0.2 : 0.05,
            window: '#f3c98b',
          }) + hills(canvas, 482, 30, 160, hour.land[1])
        : hills(canvas, 420, 70, 200, hour.land[0]) +
          hills(canvas, 470, 36, 140, hour.land[1]) +
          repeat(30, (index) => fir(index * 44, 512, random.between(50, 110), hour.land[2]))
  return eitherWay(
    canvas,
    sky(canvas, hour, 500) +
      clouds(canvas, hour, 320, 60, 10) +
      land +
      rect(0, 500, width, 220, hour.land[2]) +
      rect(0, 560, width, 160, hour.land[3]) +
      rect(0, 556, width, 6, mix(hour.light, hour.land[3], 0.45)) +
      repeat(8, (index) => rect(index * 190 - 60, 668, 120, 9, mix(hour.light, hour.land[3], 0.35), 3)) +
      repeat(14, (index) => rect(index * 104, 520, 9, 40, hour.land[3], 2)) +
      rect(0, 522, width, 12, darker(hour.land[2], 0.1), 3) +
      group(
        'translate(60 48)',
        glow(canvas, 648, 596, 560, 46, '#000000', 0.9) +
          carFromSide(canvas, paint, { rim: random.pick(rims) }),
      ) +
      glow(canvas, 1220, 520, 300, 80, '#fff0c8', hour.isNight ? 0.7 : 0.25),
  )
}
