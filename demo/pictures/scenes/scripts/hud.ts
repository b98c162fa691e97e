import { arc, circle, height, line, path, rect, repeat, width, type Canvas } from '../../canvas.ts'
import { mix } from '../../colors.ts'
import { icon } from '../../icons.ts'
import { ridge, sky } from '../../land.ts'
import { write } from '../../lettering.ts'

export function hud(canvas: Canvas): string {
  const { random, gradient } = canvas
  const hour = canvas.hour
  const theme = canvas.theme
  const speed = random.whole(38, 214)
  const dashes = repeat(9, (index) => {
    const near = (index / 9) ** 2
    const w = 6 + near * 40
    const y = 424 + near * 320
    return path(
      `M${640 - w / 2} ${y}h${w}l${w * 0.3} ${12 + near * 34}h${-w * 1.6}z`,
      mix(hour.light, '#ffffff', 0.3),
      'opacity=".6"',
    )
  })
  const road = gradient([
    [0, mix(hour.land[3], '#ffffff', 0.12)],
    [1, hour.land[3]],
  ])
  const vitals = (
    [
      ['heart', '#ef5b4c'],
      ['shield', '#5b9df0'],
      ['utensils', '#f0b64c'],
      ['droplets', '#59c7d6'],
      ['mic', '#e9e3d2'],
    ] as const
  )
    .map(([name, color], index) => {
      const x = 366 + index * 84
      return (
        circle(x, 650, 33, '#0c0b0a', 'opacity=".82"') +
        line(arc(x, 650, 28, -90, -90 + 359 * random.between(0.25, 0.98)), color, 5) +
        icon(name, x, 650, 26, '#f4ead6', { thickness: 2 })
      )
    })
    .join('')
  const x = 1092
  const dial =
    circle(x, 556, 134, '#0c0b0a', 'opacity=".82"') +
    line(arc(x, 556, 108, 135, 405), '#3a3329', 13) +
    line(arc(x, 556, 108, 135, 135 + speed * 1.2), theme.accent, 13) +
    write(String(speed), { x, y: 582, size: 56, color: '#f7f0e0', anchor: 'middle', weight: 0.9 }) +
    write('km/h', { x, y: 616, size: 16, color: '#b5a88f', anchor: 'middle' })
  const map = { x: 178, y: 556 }
  const minimap =
    circle(map.x, map.y, 134, '#0c0b0a', 'opacity=".85"') +
    canvas.inside(
      circle(map.x, map.y, 120, '#fff'),
      circle(map.x, map.y, 120, mix(hour.land[1], '#2f352b', 0.6)) +
        repeat(7, (index) => {
          const slope = random.between(-40, 40)
          return line(
            `M${map.x - 140} ${map.y - 110 + index * 38}l280 ${slope}`,
            '#8e876f',
            index % 3 ? 6 : 13,
            'opacity=".55"',
          )
        }) +
        repeat(4, (index) =>
          line(
            `M${map.x - 90 + index * 58} ${map.y - 140}l${random.between(-50, 50)} 280`,
            '#8e876f',
            7,
            'opacity=".5"',
          ),
        ) +
        line(
          `M${map.x - 70} ${map.y + 130}L${map.x} ${map.y}L${map.x + 60} ${map.y - 40}L${map.x + 90} ${map.y - 130}`,
          theme.accent,
          8,
        ),
    ) +
    path(`M${map.x} ${map.y - 18}l17 40l-17 -10l-17 10z`, '#ffffff')
  return (
    sky(canvas, hour, 414) +
    ridge(canvas, 366, 74, 60, hour.land[0]) +
    ridge(canvas, 398, 42, 40, hour.land[1]) +
    rect(0, 412, width, height - 412, hour.land[2]) +
    path('M604 412H676L1210 720H70Z', road) +
    line('M604 412L70 720M676 412L1210 720', mix(hour.light, '#ffffff', 0.2), 4, 'opacity=".45"') +
    dashes +
    minimap +
    dial +
    vitals
  )
}
