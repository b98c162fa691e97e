import { glow, path, polygon, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { clouds, palm, sky } from '../../land.ts'

export function coast(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const sea = mix(hour.sky[1], '#1f5f73', 0.5)
  const x = random.between(760, 1000)
  const tower =
    polygon(
      [
        [x - 26, 470],
        [x + 26, 470],
        [x + 17, 250],
        [x - 17, 250],
      ],
      '#efe6d6',
    ) +
    polygon(
      [
        [x - 24, 430],
        [x + 24, 430],
        [x + 21, 380],
        [x - 21, 380],
      ],
      '#b5483a',
    ) +
    polygon(
      [
        [x - 20, 340],
        [x + 20, 340],
        [x + 18, 296],
        [x - 18, 296],
      ],
      '#b5483a',
    ) +
    rect(x - 24, 242, 48, 10, '#2b2622', 2) +
    rect(x - 15, 210, 30, 32, '#fff2c9', 3) +
    path(`M${x - 20} 210L${x} 186L${x + 20} 210Z`, '#2b2622')
  const beam = canvas.gradient(
    [
      [0, '#fff2c9', 0.75],
      [1, '#fff2c9', 0],
    ],
    [1, 0, 0, 0],
  )
  return eitherWay(
    canvas,
    sky(canvas, hour, 460, { x: random.between(240, 560), y: random.between(220, 400) }) +
      clouds(canvas, hour, 320, 60, 12) +
      rect(0, 456, width, 264, sea) +
      repeat(70, () =>
        rect(
          random.between(-40, width),
          random.between(462, 700),
          random.between(30, 150),
          2.4,
          hour.light,
          1,
          `opacity="${random.between(0.06, 0.4).toFixed(2)}"`,
        ),
      ) +
      path(
        `M${x - 240} 480C${x - 150} 430 ${x - 90} 452 ${x - 40} 446C${x + 60} 420 ${x + 200} 424 1330 390V720H1100C${x + 100} 640 ${x - 60} 600 ${x - 160} 540Z`,
        hour.land[1],
      ) +
      path(
        `M${x - 150} 520C${x} 480 ${x + 160} 500 1330 450V720H1180C${x + 160} 640 ${x} 590 ${x - 150} 520Z`,
        hour.land[2],
      ) +
      (hour.isNight
        ? polygon(
            [
              [x, 226],
              [x - 900, 90],
              [x - 900, 330],
            ],
            beam,
          )
        : '') +
      tower +
      glow(canvas, x, 226, 120, 120, '#ffe9ad', hour.isNight ? 0.9 : 0.35) +
      path('M0 720V650C160 620 330 640 470 690L520 720Z', hour.land[3]) +
      palm(150, 660, random.between(230, 310), hour.land[3], 0.2) +
      palm(258, 668, random.between(150, 220), hour.land[3], -0.12),
  )
}
