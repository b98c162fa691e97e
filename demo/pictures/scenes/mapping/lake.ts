import { glow, group, path, polygon, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { fir, hills, sky } from '../../land.ts'

export function lake(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const peak = (x: number, y: number, w: number) =>
    polygon(
      [
        [x - w, 470],
        [x, y],
        [x + w, 470],
      ],
      hour.land[0],
    ) +
    polygon(
      [
        [x, y],
        [x + w, 470],
        [x + w * 0.18, 470],
      ],
      mix(hour.land[0], hour.land[1], 0.6),
    ) +
    path(
      `M${x} ${y}L${x - w * 0.26} ${y + (470 - y) * 0.26}l${w * 0.12} -10l${w * 0.09} 24l${w * 0.12} -26l${w * 0.1} 20l${w * 0.1} -14Z`,
      '#ffffff',
      'opacity=".8"',
    )
  const peaks = random.whole(2, 5)
  const shore =
    repeat(peaks, (index) =>
      peak(
        (index + 0.5) * (width / peaks) + random.between(-90, 90),
        random.between(110, 290),
        random.between(0.7, 1.1) * (width / peaks),
      ),
    ) +
    hills(canvas, 440, 40, 150, hour.land[1]) +
    repeat(46, (index) =>
      fir(
        index * 29 + random.between(-12, 12),
        486,
        random.between(60, 120),
        index % 2 ? hour.land[2] : mix(hour.land[1], hour.land[2], 0.6),
      ),
    )
  const water = canvas.gradient([
    [0, mix(hour.sky[2], hour.land[1], 0.35)],
    [1, mix(hour.sky[0], hour.land[3], 0.6)],
  ])
  return eitherWay(
    canvas,
    sky(canvas, hour, 480) +
      shore +
      rect(0, 484, width, 240, water) +
      canvas.inside(
        rect(0, 484, width, 240, '#fff'),
        group('translate(0 968) scale(1 -1)', shore, 'opacity=".22"'),
      ) +
      repeat(40, () =>
        rect(
          random.between(-40, width),
          random.between(492, 690),
          random.between(40, 200),
          2.2,
          hour.light,
          1,
          `opacity="${random.between(0.06, 0.3).toFixed(2)}"`,
        ),
      ) +
      foreground(canvas) +
      path('M0 720V640C120 610 240 650 330 720ZM1280 720V620C1180 610 1080 660 1010 720Z', hour.land[3]) +
      fir(70, 690, random.between(120, 250), hour.land[3]) +
      fir(1200, 690, random.between(200, 320), hour.land[3]) +
      fir(1110, 710, random.between(110, 210), hour.land[3]),
  )
}

function foreground(canvas: Canvas): string {
  const { subject, random } = canvas
  if (/camp|trail|hik/.test(subject)) return tent(canvas)
  return random.pick([pier, tent, canoe])(canvas)
}

function pier({ random, hour }: Canvas): string {
  const x = random.between(430, 640)
  return (
    rect(x, 600, 260, 12, hour.land[3], 3) +
    repeat(5, (index) => rect(x + 16 + index * 56, 604, 8, 60, hour.land[3], 2))
  )
}

function tent(canvas: Canvas): string {
  const { random, hour } = canvas
  const x = random.between(430, 620)
  const cloth = mix(random.pick(['#c9743a', '#3f7f8a', '#b5483a', '#c9a23f']), hour.land[2], 0.2)
  return (
    path(`M${x - 330} 720C${x - 200} 640 ${x + 320} 630 ${x + 470} 720Z`, hour.land[2]) +
    path(`M${x - 90} 668L${x + 10} 566L${x + 150} 668Z`, cloth) +
    path(`M${x - 90} 668L${x + 10} 566L${x + 34} 668Z`, mix(cloth, '#000000', 0.3)) +
    path(`M${x - 44} 668L${x + 4} 596L${x + 14} 668Z`, '#ffdf9e') +
    glow(canvas, x + 226, 656, 150, 120, '#ffb054', 0.8) +
    path(`M${x + 210} 668q-8 -26 14 -52q26 26 14 52z`, '#ff8a3d') +
    path(`M${x + 218} 668q-2 -16 8 -28q10 14 4 28z`, '#ffe08a')
  )
}

function canoe({ random, hour }: Canvas): string {
  const x = random.between(420, 700)
  return (
    path(
      `M${x} 590C${x + 40} 620 ${x + 200} 620 ${x + 240} 590C${x + 180} 602 ${x + 60} 602 ${x} 590Z`,
      hour.land[3],
    ) +
    rect(x + 96, 566, 16, 34, hour.land[3], 6) +
    path(`M${x + 104} 556m-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0`, hour.land[3]) +
    path(`M${x + 40} 620L${x + 168} 552l4 5L${x + 46} 626Z`, hour.land[3])
  )
}
