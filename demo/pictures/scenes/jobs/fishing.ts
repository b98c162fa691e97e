import {
  circle,
  ellipse,
  glow,
  group,
  line,
  path,
  rect,
  repeat,
  width,
  type Canvas,
  eitherWay,
} from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { clouds, hills, ridge, sky } from '../../land.ts'

export function fishing(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const water = canvas.gradient([
    [0, mix(hour.sky[2], hour.land[1], 0.35)],
    [1, mix(hour.sky[0], hour.land[3], 0.65)],
  ])
  const x = random.between(480, 720)
  return eitherWay(
    canvas,
    sky(canvas, hour, 380) +
      clouds(canvas, hour, 260, 40, 10) +
      ridge(canvas, 340, 90, 90, hour.land[0]) +
      hills(canvas, 366, 24, 140, hour.land[1]) +
      rect(0, 380, width, 340, water) +
      glow(canvas, 640, 384, 620, 110, hour.light, 0.5) +
      repeat(80, () => {
        const y = random.between(388, 710)
        return rect(
          random.between(-40, width),
          y,
          random.between(20, 60) + (y - 380) * 0.4,
          2.4,
          hour.light,
          1,
          `opacity="${random.between(0.06, 0.34).toFixed(2)}"`,
        )
      }) +
      glow(canvas, x, 560, 300, 40, '#000000', 0.5) +
      path(
        `M${x - 220} 490C${x - 190} 560 ${x - 150} 572 ${x - 90} 574H${x + 130}C${x + 190} 570 ${x + 224} 530 ${x + 250} 480C${x + 180} 500 ${x - 150} 504 ${x - 220} 490Z`,
        hour.land[3],
      ) +
      line(
        `M${x - 214} 496C${x - 120} 508 ${x + 160} 506 ${x + 244} 486`,
        mix(hour.light, hour.land[3], 0.5),
        5,
      ) +
      path(`M${x - 40} 498V430q0 -30 26 -34q30 2 30 36l34 20l60 -26l8 12l-64 40l-36 -8v58z`, hour.land[3]) +
      circle(x - 8, 376, 24, hour.land[3]) +
      path(`M${x - 44} 372q36 -42 74 -4l22 4z`, hour.land[3]) +
      line(`M${x + 80} 440L${x + 330} 250`, hour.land[3], 5) +
      line(`M${x + 330} 250Q${x + 380} 420 ${x + 372} 600`, hour.light, 1.6, 'opacity=".8"') +
      ellipse(x + 372, 602, 34, 8, 'none', `stroke="${hour.light}" stroke-width="2.5" opacity=".8"`) +
      ellipse(x + 372, 602, 66, 15, 'none', `stroke="${hour.light}" stroke-width="2" opacity=".4"`) +
      group(
        `translate(${x + 372} 590)`,
        circle(0, 0, 9, '#e5402e') + path('M-9 0a9 9 0 0 0 18 0z', '#ffffff'),
      ),
  )
}
