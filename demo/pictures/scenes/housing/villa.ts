import { circle, frame, glow, path, rect, repeat, width, type Canvas, eitherWay } from '../../canvas.ts'
import { darker, lighter, mix } from '../../colors.ts'
import { clouds, fir, hills, palm, sky } from '../../land.ts'

export function villa(canvas: Canvas): string {
  const { random } = canvas
  const hour = canvas.hour
  const wall = mix(random.pick(['#e6dfd2', '#cfc6b6', '#8c8a85', '#d8cdb8']), hour.land[1], 0.28)
  const glass = hour.isNight ? '#ffdf9e' : mix('#bcd3dc', hour.light, 0.4)
  const pane = (x: number, y: number, w: number, h: number, parts: number) =>
    rect(x, y, w, h, glass) +
    repeat(parts - 1, (index) => rect(x + (w / parts) * (index + 1) - 3, y, 6, h, '#23211f')) +
    frame(x, y, w, h, '#23211f', 0, 6)
  const garden =
    palm(random.between(110, 190), 570, random.between(230, 300), hour.land[3], 0.1) +
    palm(1150, 570, random.between(180, 260), hour.land[3], -0.14)
  return eitherWay(
    canvas,
    sky(canvas, hour, 540, { x: random.between(200, 1100), y: random.between(120, 300) }) +
      clouds(canvas, hour, 300, 50, 9) +
      hills(canvas, 450, 90, 230, hour.land[0]) +
      repeat(26, (index) => fir(index * 52, 540, random.between(60, 130), hour.land[1])) +
      garden +
      rect(420, 250, 560, 150, wall) +
      rect(400, 236, 640, 18, darker(wall, 0.35)) +
      pane(470, 276, 220, 124, 3) +
      pane(730, 276, 210, 124, 2) +
      rect(300, 400, 720, 150, darker(wall, 0.12)) +
      rect(270, 388, 800, 18, darker(wall, 0.4)) +
      pane(330, 424, 300, 126, 4) +
      rect(660, 424, 100, 126, '#5a4330') +
      circle(744, 490, 5, '#e9c883') +
      rect(790, 424, 210, 126, '#3a3f45') +
      repeat(5, (index) => rect(790, 444 + index * 22, 210, 3, '#23272b')) +
      rect(0, 546, width, 180, hour.land[3]) +
      path('M300 590H960L1060 690H200Z', mix('#3fa3b5', hour.sky[1], 0.4)) +
      path('M300 590H960L968 598H292Z', lighter(hour.land[2], 0.3)) +
      repeat(14, () =>
        rect(
          random.between(290, 900),
          random.between(606, 680),
          random.between(30, 120),
          2.4,
          '#ffffff',
          1,
          'opacity=".4"',
        ),
      ) +
      glow(canvas, 560, 480, 420, 140, '#ffdf9e', hour.isNight ? 0.5 : 0.12) +
      repeat(
        4,
        (index) =>
          circle(250 + index * 270, 560, 6, '#fff2c9') +
          glow(canvas, 250 + index * 270, 560, 60, 46, '#fff2c9', 0.6),
      ),
  )
}
