import {
  circle,
  glow,
  group,
  line,
  path,
  polygon,
  rect,
  repeat,
  width,
  type Canvas,
  eitherWay,
} from '../../canvas.ts'
import { darker, mix } from '../../colors.ts'
import { clouds, fir, hills, sky } from '../../land.ts'

export function farm(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const crop = mix(
    random.pick(['#c9a23f', '#7a9a3f', '#a67c3a', '#5f8a4a']),
    hour.land[2],
    hour.isNight ? 0.62 : 0.22,
  )
  const barn = mix(random.pick(['#a4483a', '#7d4a34', '#8a7f6a']), hour.land[1], 0.2)
  const x = random.between(180, 420)
  return eitherWay(
    canvas,
    sky(canvas, hour, 420) +
      clouds(canvas, hour, 300, 50, 11) +
      hills(canvas, 390, 60, 210, hour.land[0]) +
      hills(canvas, 414, 24, 170, hour.land[1]) +
      repeat(16, (index) =>
        fir(index * 84 + random.between(-20, 20), 428, random.between(40, 84), hour.land[2]),
      ) +
      rect(0, 424, width, 300, crop) +
      repeat(19, (index) =>
        path(
          `M${640 + (index - 9) * 22} 424L${640 + (index - 9) * 190} 720h34L${640 + (index - 9) * 22 + 4} 424Z`,
          darker(crop, 0.26),
        ),
      ) +
      polygon(
        [
          [x, 340],
          [x + 120, 270],
          [x + 240, 340],
          [x + 240, 450],
          [x, 450],
        ],
        barn,
      ) +
      polygon(
        [
          [x - 14, 346],
          [x + 120, 262],
          [x + 254, 346],
          [x + 240, 352],
          [x + 120, 280],
          [x, 352],
        ],
        darker(barn, 0.55),
      ) +
      rect(x + 84, 370, 72, 80, darker(barn, 0.4)) +
      line(`M${x + 84} 370L${x + 156} 450M${x + 156} 370L${x + 84} 450`, '#efe6d6', 4) +
      rect(x + 270, 250, 60, 200, mix('#b9b4a8', hour.land[1], 0.35), 6) +
      path(`M${x + 270} 256a30 34 0 0 1 60 0z`, mix('#8b877c', hour.land[1], 0.35)) +
      group(
        `translate(${random.between(700, 880)} 470)`,
        glow(canvas, 130, 176, 230, 26, '#000000', 0.6) +
          path(
            'M20 100V60H90V-20H190L206 60H270C284 60 290 72 290 84V124H20Z',
            mix(random.pick(['#c9743a', '#4d7a4a', '#2f5f8f']), hour.land[2], 0.15),
          ) +
          path('M102 -8H180L194 60H102Z', mix('#9fb4bf', hour.land[2], 0.3)) +
          rect(240, 6, 10, 56, '#2b2622', 3) +
          circle(80, 124, 66, '#161412') +
          circle(80, 124, 34, '#c9a04d') +
          circle(250, 146, 42, '#161412') +
          circle(250, 146, 20, '#c9a04d'),
      ),
  )
}
