import { circle, glow, group, line, path, rect, repeat, type Canvas } from '../../canvas.ts'
import { cloths, darker, lighter, mix } from '../../colors.ts'
import { write } from '../../lettering.ts'
import { backdrop } from '../../panel.ts'

export function sneaker(canvas: Canvas): string {
  const { random } = canvas
  const theme = canvas.theme
  const upper = random.pick(cloths)
  const sole = random.pick(['#efe8da', '#d8cfbd', '#2b2825'])
  const { accent } = theme
  const shade = canvas.gradient([
    [0, lighter(upper, 0.18)],
    [1, darker(upper, 0.3)],
  ])
  const shoe =
    path(
      'M210 470C214 400 216 330 236 282C300 300 352 292 396 250C440 300 520 372 640 402C760 420 860 424 910 476C926 496 922 520 914 530H222C206 520 206 500 210 470Z',
      shade,
    ) +
    path(
      'M236 282C300 300 352 292 396 250C410 268 428 286 448 304C380 352 300 352 226 332C228 314 232 298 236 282Z',
      darker(upper, 0.35),
    ) +
    path(
      'M700 412C790 424 876 430 910 476C926 496 922 520 914 530H640C650 470 668 436 700 412Z',
      mix(upper, '#ffffff', 0.35),
    ) +
    path('M300 520C420 500 520 440 566 384L618 398C560 470 470 520 400 530Z', accent) +
    repeat(6, (index) => line(`M${446 + index * 34} ${312 + index * 17}l46 -${26 - index * 2}`, sole, 8)) +
    path('M206 520H918C944 524 946 570 916 578C700 592 420 590 236 580C200 578 192 540 206 520Z', sole) +
    line('M212 552C430 562 700 562 934 548', accent, 7) +
    repeat(22, (index) => rect(232 + index * 31, 572, 14, 10, darker(sole, 0.25), 2))
  return (
    backdrop(canvas, theme) +
    write(random.pick(['Drop 03', 'Street', 'Series 7', 'Court', 'Runner']), {
      x: 640,
      y: 330,
      size: 150,
      color: theme.ink,
      anchor: 'middle',
      weight: 0.7,
      opacity: 0.07,
    }) +
    glow(canvas, 640, 610, 520, 70, '#000000', 0.8) +
    group(
      `translate(${random.between(20, 130)} ${random.between(-20, 20)}) rotate(${random.between(-9, -2)} 560 420)`,
      shoe,
    ) +
    repeat(4, (index) => {
      const y = 160 + index * 104
      return (
        circle(1180, y, 34, random.pick(cloths)) +
        circle(1180, y, 41, 'none', `stroke="${index === 1 ? theme.accent : theme.line}" stroke-width="4"`)
      )
    })
  )
}
