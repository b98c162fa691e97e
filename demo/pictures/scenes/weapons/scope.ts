import { circle, height, line, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { fir, ridge } from '../../land.ts'
import { write } from '../../lettering.ts'

export function scope(canvas: Canvas): string {
  const { random, gradient } = canvas
  const hour = canvas.hour
  const view = gradient([
    [0, hour.sky[1]],
    [1, hour.sky[2]],
  ])
  const reticle = random.whole(0, 2)
  const ink = hour.isNight ? '#ff6a5a' : '#15120e'
  const land =
    rect(0, 0, width, height, view) +
    ridge(canvas, random.between(240, 320), 150, 70, hour.land[0]) +
    ridge(canvas, 380, 110, 50, hour.land[1]) +
    repeat(22, (index) =>
      fir(
        280 + index * 34,
        random.between(470, 520),
        random.between(50, 110),
        mix(hour.land[1], hour.land[2], 0.7),
      ),
    ) +
    ridge(canvas, 480, 70, 40, hour.land[2]) +
    ridge(canvas, 560, 40, 30, hour.land[3])
  const marks =
    reticle === 0
      ? line('M330 360H608M672 360H950M640 50V328M640 392V670', ink, 3) +
        repeat(9, (index) => line(`M${400 + index * 60} 352v16M632 ${120 + index * 60}h16`, ink, 3))
      : reticle === 1
        ? circle(640, 360, 120, 'none', `stroke="${ink}" stroke-width="4"`) +
          line('M640 360V640M560 420h160M580 480h120M596 540h88M322 360h150M808 360h150', ink, 4)
        : line('M320 360H560M720 360H960M640 460V680', ink, 9) + line('M560 360H720M640 290V460', ink, 2.5)
  return (
    rect(0, 0, width, height, '#0b0a08') +
    canvas.inside(
      circle(640, 360, 318, '#fff'),
      land +
        circle(
          640,
          360,
          320,
          canvas.radial([
            [0.7, '#000', 0],
            [1, '#000', 0.7],
          ]),
        ),
    ) +
    circle(640, 360, 330, 'none', 'stroke="#000" stroke-width="26"') +
    circle(640, 360, 344, 'none', 'stroke="#26221c" stroke-width="4"') +
    marks +
    circle(640, 360, 6, '#e5402e') +
    write(`${random.whole(120, 940)} m`, { x: 1040, y: 600, size: 30, color: '#cdbf9f' }) +
    write(`wind ${random.whole(1, 7)}.${random.whole(0, 9)}`, {
      x: 1040,
      y: 644,
      size: 18,
      color: '#877b66',
    }) +
    write(`x${random.pick([4, 6, 8, 12])}`, { x: 80, y: 120, size: 34, color: '#cdbf9f' })
  )
}
